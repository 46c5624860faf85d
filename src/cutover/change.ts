import type { Side, Stage } from './stage';

/** What one event changes about a resource. */
export type Change =
  | { readonly kind: 'move'; readonly to: Stage }
  /** Stops moves forward; without an end until it is released. */
  | { readonly kind: 'hold'; readonly until?: number | undefined }
  /** Ends a hold and a kill. */
  | { readonly kind: 'release' }
  /** Everything to v1 now. */
  | { readonly kind: 'kill' }
  | { readonly kind: 'pin'; readonly caller: string; readonly side: Side | 'none' }
  /** An issue of the comparison is mended: what was seen of it before counts no more. */
  | {
      readonly kind: 'resolve';
      readonly issue: string;
      readonly causes: readonly {
        readonly operation: string;
        readonly path: string;
        readonly kind: string;
      }[];
    }
  /** A step of the plan has had its chance without a move. */
  | { readonly kind: 'closeStep'; readonly step: string }
  /** What evidence is collected with has changed: it begins anew, and forward moves are held. */
  | { readonly kind: 'epoch'; readonly epoch: string };

/** Who or what brought a change about. */
export type Cause = 'manual' | 'schedule' | 'gate' | 'breaker' | 'kill';
