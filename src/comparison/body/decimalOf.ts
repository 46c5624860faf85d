import { ExactNumber } from '../../contract/json';
import { readDecimal, readScientific } from '../../translation/decimal';
import type { Tree } from './tree';

/** Text that people write for a number; a leading zero makes it a code, which is something else. */
const WRITTEN = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A number, or text that is one, as canonical decimal text; undefined for anything else. */
export function decimalOf(tree: Tree | undefined): string | undefined {
  if (typeof tree === 'number') return readScientific(String(tree));
  if (tree instanceof ExactNumber) return readScientific(tree.text);
  return typeof tree === 'string' && WRITTEN.test(tree) ? readDecimal(tree) : undefined;
}
