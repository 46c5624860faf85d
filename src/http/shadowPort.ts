import type { Decision } from '../cutover/stages/decide';
import type { Handled, Route } from '../gateway/gateway';
import type { PassCopy } from './passThrough/passCopy';

/** A mapped request as far as it is known before it is answered. */
export interface ShadowedRequest {
  readonly id: string;
  /** As the client wrote it: HEAD stays HEAD. */
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly route: Route;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Fingerprint of the key; empty without one. */
  readonly caller: string;
  readonly compare: Decision['compare'];
}

/**
 * Compares served requests once their clients have their answers. It never throws, never waits, and
 * touches nothing that is served.
 */
export interface ShadowObserver {
  /** v1 is about to be asked; what is returned gets copies of what passes by. */
  readonly onV1: (request: ShadowedRequest) => PassCopy | undefined;
  /** v2 is about to be asked; what is returned takes what came of it, after the client. */
  readonly onV2: (request: ShadowedRequest) => ((handled: Handled) => void) | undefined;
}
