const STEP = /"(?:[^"\\]|\\.)*"|[^.]+/g;

/** A path template as its steps; a quoted name is one step, whatever it holds. */
const stepsOf = (path: string): readonly string[] => path.match(STEP) ?? [];

/** Whether path templates fit a pattern: `*` stands for one step, `**` at the end for all below. */
export function matchesPath(pattern: string): (path: string) => boolean {
  const wanted = stepsOf(pattern);
  const isOpen = wanted.at(-1) === '**';
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  return (path) => {
    const steps = stepsOf(path);
    const isLong = isOpen ? steps.length > fixed.length : steps.length === fixed.length;
    return isLong && fixed.every((step, at) => step === '*' || step === steps[at]);
  };
}
