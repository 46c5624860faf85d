import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from '@stryker-mutator/api/core';
import { z } from 'zod';
import { drawMutants, filesIn, hashOf, hashTests, nameOf, type Sample } from './sample.mjs';
import { copyProject, FOLDER, measureReach, type Reach, stop, tryMutant } from './testRun.mjs';

/** `npm run mutate`: how many of a sample of small changes to the program are noticed by its tests. */

const ROOMS = ['gateway', 'cutover', 'http', 'mapping', 'comparison', 'shadow', 'store'];

/** Further folders whose tests are asked about what those of its room do not notice. */
const OTHERS = [
  'cli',
  'config',
  'contract',
  'documents',
  'drift',
  'e2e',
  'faults',
  'hostile',
  'proof',
  'runtime',
];

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '330' },
    seed: { type: 'string', default: '20251130' },
    workers: { type: 'string', default: '2' },
    /** One room, changed and held by its own tests only. */
    room: { type: 'string' },
  },
});

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** Tests of a folder, without those that measure how much the compiled program needs. */
const testsIn = (folder: string): readonly string[] =>
  filesIn(`test/${folder}`, '.test.ts').filter((file) => !file.endsWith('.budget.test.ts'));

/** Tests that start the compiled program: no change gets there. */
const isElsewhere = (file: string): boolean =>
  /(builtProgram|runCli|nodeOf|restartWithIndex|drainUnderLoad|sharedGateways|playKilledWrites|consoleBrowser)'/.test(
    textOf(file),
  );

const REACH = join(FOLDER, 'reach.json');
const VERDICTS = join(FOLDER, 'verdicts.jsonl');

const reaches = z.record(z.string(), z.object({ took: z.number(), ids: z.array(z.string()) }));

/** A test file, by the hash of its text when it was copied. */
interface Asked extends Reach {
  readonly hash: string;
}
type Tests = ReadonlyMap<string, Asked>;

/** Finds out which mutants each test file comes by; what is known of the same file over the same sources is kept. */
async function reachOf(hashes: ReadonlyMap<string, string>, sources: string): Promise<Tests> {
  const known = existsSync(REACH) ? reaches.parse(JSON.parse(textOf(REACH))) : {};
  const files = [...hashes.keys()];
  const keyOf = (file: string) => hashOf(hashes.get(file) ?? '', sources);
  for (const room of new Set(files.map((file) => file.split('/')[1] ?? ''))) {
    const fresh = files.filter(
      (file) => file.startsWith(`test/${room}/`) && known[keyOf(file)] === undefined,
    );
    if (fresh.length === 0) continue;
    console.log(`${room}: ${String(fresh.length)} test files without any change`);
    for (const [file, { took, ids }] of await measureReach(fresh, values.workers)) {
      known[keyOf(file)] = { took, ids: [...ids] };
    }
    writeFileSync(REACH, JSON.stringify(known));
  }
  const tests = new Map<string, Asked>();
  for (const [file, hash] of hashes) {
    const reach = known[keyOf(file)];
    if (reach === undefined) console.log(`Left out, it fails without any change: ${file}`);
    else tests.set(file, { ...reach, hash });
  }
  return tests;
}

/** Result of one run: the test files that did not notice the change, by the hash of each, and the one that did. */
const verdict = z.object({
  mutant: z.string(),
  passed: z.array(z.string()),
  noticed: z.object({ by: z.string(), hash: z.string(), isEndless: z.boolean() }).optional(),
});
type Verdict = z.infer<typeof verdict>;

const known: Verdict[] = existsSync(VERDICTS)
  ? textOf(VERDICTS)
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => verdict.parse(JSON.parse(line)))
  : [];

/** The place and kind of a change, for people. */
function describe({ fileName, location: { start }, mutatorName, replacement }: Mutant): string {
  const change = `${mutatorName} -> ${replacement.replaceAll(/\s+/g, ' ').slice(0, 160)}`;
  return `${fileName}:${String(start.line + 1)}:${String(start.column + 1)} ${change}`;
}

const roomOf = (file: string): string => file.split('/')[1] ?? '';

/** Test files that come by a mutant, quick ones first. */
function coveringTests({ id }: Mutant, tests: Tests): Tests {
  const covering = [...tests].filter(([, { ids }]) => ids.includes(id));
  return new Map(covering.sort(([, one], [, other]) => one.took - other.took));
}

/** Says who notices a mutant, or undefined; asks only test files that are new since they were last asked. */
async function judge(mutant: Mutant, source: string, tests: Tests): Promise<Verdict['noticed']> {
  const name = hashOf(nameOf(mutant), source);
  const covering = coveringTests(mutant, tests);
  const hashIn = (file: string) => covering.get(file)?.hash ?? '';
  const before = known.filter((one) => one.mutant === name);
  const still = before.find(({ noticed }) => noticed !== undefined && hashIn(noticed.by) === noticed.hash);
  if (still !== undefined) return still.noticed;
  const asked = new Set(before.flatMap(({ passed }) => passed));
  const left = new Map([...covering].filter(([, { hash }]) => !asked.has(hash)));
  if (left.size === 0) return undefined;
  const { passed, failed, isEndless } = await tryMutant(mutant.id, left);
  const noticed = failed === undefined ? undefined : { by: failed, hash: hashIn(failed), isEndless };
  const entry: Verdict = { mutant: name, passed: passed.map(hashIn), noticed };
  known.push(entry);
  appendFileSync(VERDICTS, `${JSON.stringify(entry)}\n`);
  return noticed;
}

const reasons = z.array(
  z.object({ file: z.string(), line: z.string(), change: z.string(), reason: z.string() }),
);

/** Why nobody can notice a change; it is found by its file, the code of its first line, and what it puts there. */
function reasonOf(mutant: Mutant): string | undefined {
  const { fileName, location, mutatorName, replacement } = mutant;
  const line = textOf(fileName).split('\n')[location.start.line]?.trim();
  const change = `${mutatorName} -> ${replacement.replaceAll(/\s+/g, ' ')}`;
  return reasons
    .parse(JSON.parse(textOf('test/mutation/survivors.json')))
    .find((one) => one.file === fileName && one.line === line && one.change === change)?.reason;
}

/** Lists what nobody has noticed, and counts; true if that is enough. */
function report(results: ReadonlyMap<Mutant, Verdict['noticed']>): boolean {
  const survivors = [...results].filter(([, noticed]) => noticed === undefined).map(([mutant]) => mutant);
  for (const mutant of survivors) {
    console.log(`survived: ${describe(mutant)}\n  ${reasonOf(mutant) ?? 'NO REASON'}`);
  }
  const endless = [...results.values()].filter((noticed) => noticed?.isEndless === true).length;
  const reasoned = survivors.filter((mutant) => reasonOf(mutant) !== undefined).length;
  const noticed = results.size - survivors.length;
  console.log(
    `${String(noticed)} of ${String(results.size)} noticed (${String(endless)} of them by going on without end), ` +
      `${String(survivors.length)} not, ${String(reasoned)} of them with a reason; seed ${values.seed}`,
  );
  return noticed >= 0.9 * results.size;
}

/** Asks tests about mutants, several at a time, and returns those that none of them has noticed. */
async function judgeAll(
  { mutants, sources }: Sample,
  testsFor: (mutant: Mutant) => Tests,
  results: Map<Mutant, Verdict['noticed']>,
): Promise<readonly Mutant[]> {
  const left = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const { fileName } = mutant;
      const original = sources.find(({ name }) => name === fileName)?.original ?? '';
      const noticed = await judge(mutant, original, testsFor(mutant));
      results.set(mutant, noticed);
      const word = noticed === undefined ? 'not noticed' : noticed.isEndless ? 'endless' : 'noticed';
      const by = noticed === undefined ? '' : ` (${noticed.by})`;
      console.log(
        `${String(mutants.length - left.length)}/${String(mutants.length)} ${word}: ${describe(mutant)}${by}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  return mutants.filter((mutant) => results.get(mutant) === undefined);
}

async function main(): Promise<boolean> {
  const rooms = values.room === undefined ? ROOMS : [values.room];
  const sample = await drawMutants(rooms, values.seed, Number(values.count));
  const { sources } = sample;
  mkdirSync(FOLDER, { recursive: true });
  const ofRooms = hashTests(rooms.flatMap(testsIn));
  const ofOthers = hashTests(OTHERS.flatMap(testsIn).filter((file) => !isElsewhere(file)));
  copyProject(sources);
  const inAll = hashOf(...sources.map(({ content }) => content));
  const results = new Map<Mutant, Verdict['noticed']>();
  const near = await reachOf(ofRooms, inAll);
  const nearTo = ({ fileName }: Mutant) =>
    new Map([...near].filter(([file]) => roomOf(file) === roomOf(fileName)));
  const left = (await judgeAll(sample, nearTo, results)).filter((mutant) => reasonOf(mutant) === undefined);
  if (values.room === undefined && left.length > 0) {
    console.log(
      'All other tests are asked about what those of its room do not notice, and nobody gives a reason for.',
    );
    const tests = await reachOf(new Map([...ofRooms, ...ofOthers]), inAll);
    await judgeAll({ mutants: left, sources }, () => tests, results);
  }
  return report(results);
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.exitCode = (await main()) ? 0 : 1;
