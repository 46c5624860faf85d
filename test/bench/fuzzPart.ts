import { fuzz } from '../hostile/fuzz';

/** A part of `npm run bench -- fuzz` in a process of its own: from which seed, how many cases, in how many lanes. */
const [, , first = '1', cases = '0', lanes = '1'] = process.argv;

void fuzz(Number(first), Number(cases), Number(lanes)).then((found) => {
  process.send?.(found, () => process.disconnect());
});
