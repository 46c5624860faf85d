import { readFileSync } from 'node:fs';
import { createCompare, whileServing } from '../../src/comparison/compare/compareAnswers';
import { readJson } from '../../src/mapping/translate/exactJson';
import type { BenchOptions } from './benchOptions';

const ROUNDS = 5;

const many = <Made>(length: number, make: (at: number) => Made): Made[] =>
  Array.from({ length }, (_, at) => make(at));

const members = (length: number, value: (at: number) => unknown): string =>
  JSON.stringify({ data: Object.fromEntries(many(length, (at) => [`member_${at}`, value(at)])) });

/** Pairs of bodies that take long: those of foreign suites, and the largest that are still read. */
const bodies: Readonly<Record<string, (side: number) => string>> = {
  '100,000 decimals': (side) => JSON.stringify(many(100_000, (at) => `${at}.${side}5`)),
  '2,900 decimals in a list': (side) => JSON.stringify(many(2_900, (at) => `${at}.${side}5`)),
  '490 decimals in a list, the last differs': (side) =>
    JSON.stringify(many(490, (at) => `${at}.${at < 489 ? 5 : side}`)),
  '490 decimals in a list': (side) => JSON.stringify(many(490, (at) => `${at}.${side}5`)),
  '490 decimals by name': (side) => members(490, (at) => `${at}.${side}5`),
  '90 KB of numbers that no double holds': (side) =>
    `[${many(490, (at) => `${side}${at}${'9'.repeat(180)}`).join()}]`,
  '2,900 decimals by name': (side) => members(2_900, (at) => `${at}.${side}5`),
  '2,900 decimals that no double holds': (side) =>
    `[${many(2_900, (at) => `${at}.${side}${'05'.repeat(10)}`).join()}]`,
  '1.7 MB of numbers that no double holds': (side) =>
    `[${many(9, (at) => `${side}${at}${'9'.repeat(100_000)}`).join()}]`,
  'two texts of 90 KB': (side) => JSON.stringify({ data: `${side} and a word `.repeat(6_000) }),
  '100 offers of 8 KB': (side) =>
    JSON.stringify({
      data: many(100, (id) => ({ id, price: `${id}.${side}`, title: `${side}`, text: 'x'.repeat(8_000) })),
    }),
};

/** Answers of 4 MB that are translated, with numbers that no double holds. */
const answers: Readonly<Record<string, string>> = {
  '4 MB of offers, one number that no double holds': `{"data":[${many(500, (id) => `{"id":${id},"text":"${'x'.repeat(8_000)}"}`).join()}],"n":12345678901234567890.5}`,
  '4 MB, 2,000 numbers that no double holds': `[${many(2_000, (at) => `{"a":1234567890123456789.${at}}`).join()},"${'x'.repeat(3_900_000)}"]`,
  '4 MB of numbers in a list': `[${many(800_000, (at) => at % 9_000).join()},12345678901234567890.5]`,
};

/** Processor time of the thread that runs the event loop so far, ms: the collector's helpers do not hold it. */
const threadTime = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** Prints for how long one answer that is read, and one comparison, holds the event loop, the first and the longest of more. */
export function blocking(write: (line: string) => void, { runs = ROUNDS }: BenchOptions): void {
  const print = (name: string, work: () => unknown): void => {
    const [first = 0, ...others] = many(runs, () => {
      const before = threadTime();
      work();
      return threadTime() - before;
    });
    write(
      `${name}: first ${first.toFixed(0)} ms, then at most ${Math.max(...others).toFixed(0)} ms of processor time`,
    );
  };
  for (const [name, body] of Object.entries(answers)) print(name, () => readJson(body, 'drop'));
  const compare = createCompare({ rules: [], now: () => 0, limits: whileServing });
  for (const [name, bodyOf] of Object.entries(bodies)) {
    const [v1, v2] = [1, 2].map((side) => ({ status: 200, headers: {}, body: bodyOf(side) }));
    if (v1 === undefined || v2 === undefined) continue;
    print(name, () => compare(v1, v2, name));
  }
}
