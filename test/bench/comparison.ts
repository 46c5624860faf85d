import { createCompare } from '../../src/comparison/compare/compareAnswers';
import { readTree } from '../../src/contract/readTree';
import type { BenchOptions } from './benchOptions';
import { comparisonDocuments, type DocumentPair } from './comparison/comparisonDocuments';
import { measure } from './measure';
import { renderTable } from './report/renderTable';

/** The comparison from the text on, and what reading the texts alone takes. */
function contenders({ v1, v2 }: DocumentPair): Readonly<Record<string, () => unknown>> {
  const compare = createCompare({ rules: [], now: () => 0 });
  const answer = (body: string) => ({ status: 200, headers: {}, body });
  const [one, other] = [answer(v1), answer(v2)];
  return {
    lifeboat: () => compare(one, other, 'bench'),
    'lossless parse': () => [readTree(v1), readTree(v2)],
    'JSON.parse': () => [JSON.parse(v1), JSON.parse(v2)] as unknown[],
  };
}

/** Prints how many megabytes of the two texts together are compared in a second. */
export function comparison(write: (line: string) => void, { quick }: BenchOptions): unknown {
  const rounds = quick ? 1 : 5;
  const figures = comparisonDocuments().map((pair) => {
    const megabytes = (pair.v1.length + pair.v2.length) / 1e6;
    const speeds = Object.entries(contenders(pair)).map(([name, action]) => {
      const seconds = measure(action, { rounds, runs: 1 }) / 1e9;
      return [name, { milliseconds: seconds * 1000, megabytesPerSecond: megabytes / seconds }] as const;
    });
    return { name: pair.name, megabytes, speeds: Object.fromEntries(speeds) };
  });
  const [first] = figures;
  const names = Object.keys(first?.speeds ?? {});
  const rows = figures.map(({ name, megabytes, speeds }) => [
    name,
    megabytes.toFixed(1),
    ...names.map((tool) => speeds[tool]?.megabytesPerSecond.toFixed(1) ?? '-'),
  ]);
  for (const line of renderTable(['MB/s, both texts counted', 'MB', ...names], rows)) write(line);
  return figures;
}
