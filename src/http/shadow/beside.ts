import type { Decision } from '../../cutover/decision';
import type { Handled, Route } from '../../gateway/gateway';
import type { Copy } from './copy';

/** A mapped request as far as it is known before it is answered. */
export interface BesideRequest {
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
  readonly beside: Decision['beside'];
}

/**
 * What is done beside served requests once their clients have their answers. It never throws, never waits, and
 * touches nothing that is served.
 */
export interface Beside {
  /** v1 is about to be asked; what is returned gets copies of what passes by. */
  readonly onV1: (request: BesideRequest) => Copy | undefined;
  /** v2 is about to be asked; what is returned is told what came of it, after the client. */
  readonly onV2: (request: BesideRequest) => ((handled: Handled) => void) | undefined;
}
