import type { Book } from './book';
import type { Finding } from './finding';

/** Where shapes are written down, and what becomes of answers that do not fit. */
export interface Desk {
  readonly book: Book;
  /** The effect of a value that the contract does not allow. */
  readonly onMisfit: Finding['effect'];
}
