import type { Side } from './stage';

/** A write of which nobody knows whether it was executed; it stands on the list until a person closes it. */
export interface AmbiguousWrite {
  /** Id of the request. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request. */
  readonly target: string;
  /** Fingerprint of the caller's key. */
  readonly caller: string;
  /** Which API may have executed it. */
  readonly side: Side;
  /** Code of the problem that the client was told. */
  readonly problem: string;
  /** What reading the resource back has shown; undefined while nobody has looked. */
  readonly found: string | undefined;
  readonly closed: { readonly at: number; readonly by: string; readonly note: string } | undefined;
}
