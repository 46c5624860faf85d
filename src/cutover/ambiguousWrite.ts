import type { Side } from './stage';

/**
 * A write of which nobody knows whether it was executed, one that was and whose answer is missing, or a part of one that
 * was not; it stands on the list until a person closes it.
 */
export interface AmbiguousWrite {
  /** Id of the request; of a part of one, what names its call. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call that is left. */
  readonly target: string;
  /** Fingerprint of the caller's key. */
  readonly caller: string;
  /** Which API may have executed it. */
  readonly side: Side;
  /** Code of the problem that the client was told. */
  readonly problem: string;
  /** What is known of it, such as what reading the resource back has shown; undefined while nobody has looked. */
  readonly found: string | undefined;
  readonly closed: { readonly at: number; readonly by: string; readonly note: string } | undefined;
}
