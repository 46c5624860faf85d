import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Json } from '../../src/contract/json';
import { createSentinel } from '../../src/drift/driftSentinel';
import { readJson } from '../../src/mapping/translate/exactJson';
import { shippedFolder, shippedResource } from '../support/shipped';
import { measure } from './measure';

interface Fixtures {
  readonly cases: readonly { readonly upstream: readonly { readonly answers: { readonly body: Json } }[] }[];
}

/** The first whole v2 answer among the fixtures of a resource. */
function fixtureAnswer(file: string, call: number): Json {
  const { cases } = parse(readFileSync(join(shippedFolder, 'fixtures', file), 'utf8')) as Fixtures;
  const answer = cases[0]?.upstream[call]?.answers.body;
  if (answer === undefined) throw new Error(`no answer in ${file}`);
  return answer;
}

const line = (name: string, nanoseconds: number): string =>
  `  ${name.padEnd(34)} ${(nanoseconds / 1000).toFixed(2).padStart(8)} us`;

/** Prints what the translation of one answer costs, next to JSON.parse + JSON.stringify of the same document. */
export function translation(write: (line: string) => void): void {
  const subjects = [
    { name: 'currency-offer', body: fixtureAnswer('currency-offer.yaml', 0) },
    { name: 'account', body: fixtureAnswer('account.yaml', 1) },
  ];
  for (const { name, body } of subjects) {
    const { answer, v2 } = shippedResource(name);
    const sentinel = createSentinel({ now: () => 0, notify: () => undefined });
    sentinel.expect([{ endpoint: name, at: 'data', field: v2, effectAt: () => () => 'passed' }]);
    const text = JSON.stringify(body);
    const yardstick = measure(() => JSON.stringify(JSON.parse(text)));
    const translated = measure(() => answer.read(body));
    const printed = measure(() => answer.print(body, []));
    const watched = measure(() => sentinel.watch(name, body));
    const whole = measure(() => {
      const read = readJson(text, 'drop');
      const made = read.ok ? answer.print(read.value, []) : undefined;
      return made?.ok === true ? made.value.body : '';
    });
    write(`${name}, v2 answer of ${text.length} bytes`);
    write(line('JSON.parse + JSON.stringify', yardstick));
    write(line('translation to an object', translated));
    write(line('translation to text', printed));
    write(line('shape of the answer written down', watched));
    write(line('read + translation + write', whole));
    write(`  translation to text / (parse + stringify): ${(printed / yardstick).toFixed(2)}`);
  }
}
