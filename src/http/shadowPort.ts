import type { Decision } from '../cutover/stages/decide';
import type { CarriedHeaders } from '../gateway/context';
import type { MadeAnswer, Route } from '../gateway/gateway';
import type { PassCopy } from './passThrough/passedMessages';

/** The known facts of a mapped request before its answer. */
export interface ShadowedRequest {
  readonly id: string;
  /** The client's method as written: HEAD stays HEAD. */
  readonly method: string;
  readonly target: string;
  readonly route: Route;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** The headers of the client that the mapping names. */
  readonly clientHeaders?: CarriedHeaders | undefined;
  readonly caller: string;
  readonly compare: Decision['compare'];
}

/** Compares served requests after their answers; never throws or waits, and changes nothing that is served. */
export interface ShadowObserver {
  /** Called when v1 is about to be asked; the returned observer gets copies of request and answer. */
  readonly onV1: (request: ShadowedRequest) => PassCopy | undefined;
  /** Called when v2 is about to be asked; the returned function takes the outcome, after the client. */
  readonly onV2: (request: ShadowedRequest) => ((handled: MadeAnswer) => void) | undefined;
}
