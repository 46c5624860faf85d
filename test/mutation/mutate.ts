import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Mutant } from '@stryker-mutator/api/core';
import { z } from 'zod';
import { drawMutants, filesIn } from './sample.ts';
import { copyProject, measureReach, type Reach, stop, tryMutant, type Verdict } from './testRun.ts';

/** `npm run mutate`: how many of a sample of small changes to the program are noticed by its tests. */

const ROOMS = ['gateway', 'cutover', 'http', 'mapping', 'comparison', 'shadow', 'store'];

/** Share of the changes that has to be noticed. */
const LEAST_NOTICED = 0.9;

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

/** Finds test files that a change can reach: none that starts the compiled program, or measures what it needs. */
const testsIn = (folder: string): readonly string[] =>
  filesIn(folder, '.test.ts').filter(
    (file) =>
      !file.endsWith('.budget.test.ts') &&
      !/(builtProgram|runCli|nodeOf|restartWithIndex|drainUnderLoad|sharedGateways|playKilledWrites|consoleBrowser)\.ts'/.test(
        textOf(file),
      ),
  );

const lineOf = ({ fileName, location }: Mutant): string =>
  textOf(fileName).split('\n')[location.start.line]?.trim() ?? '';

const changeOf = ({ mutatorName, replacement }: Mutant): string =>
  `${mutatorName} -> ${replacement.replaceAll(/\s+/g, ' ')}`;

/** Tells the place and kind of a change. */
const describe = (mutant: Mutant): string =>
  `${mutant.fileName}:${String(mutant.location.start.line + 1)} ${changeOf(mutant).slice(0, 160)}`;

const reasons = z
  .array(z.object({ file: z.string(), line: z.string(), change: z.string(), reason: z.string() }))
  .parse(JSON.parse(textOf('test/mutation/survivors.json')));

/** Says why nobody can notice a change; it is found by its file, the code of its first line, and what it puts there. */
const reasonOf = (mutant: Mutant): string | undefined =>
  reasons.find(
    ({ file, line, change }) =>
      file === mutant.fileName && line === lineOf(mutant) && change === changeOf(mutant),
  )?.reason;

const roomOf = (file: string): string => file.split('/')[1] ?? '';

/** Orders the test files that come by a mutant: those of its room first, quick ones before slow ones. */
function coveringTests({ id, fileName }: Mutant, tests: ReadonlyMap<string, Reach>): readonly string[] {
  const far = (file: string): number => (roomOf(file) === roomOf(fileName) ? 0 : 1);
  return [...tests]
    .filter(([, { ids }]) => ids.includes(id))
    .toSorted(([text, { took }], [nextText, { took: longer }]) => far(text) - far(nextText) || took - longer)
    .map(([file]) => file);
}

/** Lists what nobody has noticed, and counts; true if enough was noticed. */
function report(verdicts: ReadonlyMap<Mutant, Verdict>): boolean {
  const survivors = [...verdicts].filter(([, { by }]) => by === undefined).map(([mutant]) => mutant);
  for (const mutant of survivors)
    console.log(`survived: ${describe(mutant)}\n  ${reasonOf(mutant) ?? 'NO REASON'}`);
  const endless = [...verdicts.values()].filter(({ isEndless }) => isEndless).length;
  const reasoned = survivors.filter((mutant) => reasonOf(mutant) !== undefined).length;
  const noticed = verdicts.size - survivors.length;
  console.log(
    `${String(noticed)} of ${String(verdicts.size)} noticed (${String(endless)} of them by going on without end), ` +
      `${String(survivors.length)} not, ${String(reasoned)} of them with a reason; seed ${values.seed}`,
  );
  return noticed >= LEAST_NOTICED * verdicts.size;
}

async function main(): Promise<boolean> {
  const rooms = values.room === undefined ? ROOMS : [values.room];
  const { mutants, sources } = await drawMutants(rooms, values.seed, Number(values.count));
  copyProject(sources);
  const folders = values.room === undefined ? ['test'] : [`test/${values.room}`];
  const tests = await measureReach(folders.flatMap(testsIn), Number(values.workers));
  const verdicts = new Map<Mutant, Verdict>();
  const remainingMutants = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = remainingMutants.shift(); mutant !== undefined; mutant = remainingMutants.shift()) {
      const verdict = await tryMutant(mutant.id, coveringTests(mutant, tests), tests);
      verdicts.set(mutant, verdict);
      console.log(
        `${String(verdicts.size)}/${String(mutants.length)} ${describe(mutant)}: ${verdict.by ?? 'not noticed'}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  return report(verdicts);
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.exitCode = (await main()) ? 0 : 1;
