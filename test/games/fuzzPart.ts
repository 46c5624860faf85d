import { fuzz, type Fuzzed } from '../hostile/fuzz.ts';

/** Report of a part at its end. */
export interface FuzzPart extends Fuzzed {
  readonly processorMs: number;
}

/** A part of `npm run games -- fuzz` in a process of its own: from which seed, how many cases, in how many lanes. */
const [, , firstText = '1', cases = '0', lanes = '1'] = process.argv;

/** Every second case makes an error of Node's parser; nobody reads where it was made. */
Error.stackTraceLimit = 0;

void fuzz({ first: Number(firstText), cases: Number(cases), lanes: Number(lanes) }).then((foundFuzzed) => {
  const { user, system } = process.cpuUsage();
  const fuzzPart: FuzzPart = { ...foundFuzzed, processorMs: (user + system) / 1_000 };
  process.send?.(fuzzPart, () => process.disconnect());
});
