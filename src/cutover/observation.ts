import type { Side } from './stage';

/** One thing seen of a resource. */
export type Observation =
  /** A request was answered; whatever had to be rescued by the other side is an error of this one. */
  | {
      readonly kind: 'served';
      readonly side: Side;
      readonly caller: string;
      readonly operation: string;
      readonly failed: boolean;
      readonly milliseconds: number;
    }
  /** A pair was compared: already de-duplicated, noise already told from change. */
  | {
      readonly kind: 'compared';
      readonly caller: string;
      readonly operation: string;
      readonly signature: string;
      readonly differs: boolean;
    };
