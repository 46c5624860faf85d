import type { Json } from '../contract/json';
import type { Book } from './book';
import type { Finding } from './finding';

/** Where shapes are written down, and what becomes of answers that do not fit. */
export interface Desk {
  readonly book: Book;
  /** Compiles the effect of values that the contract does not allow at a place such as `data.game.slug`. */
  readonly effectAt: (path: string) => (value: Json | undefined) => Finding['effect'];
}
