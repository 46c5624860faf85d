import { createPairUpstream } from '../../../gateway/outcome/pairDialect';
import type { PairWire } from '../../../mapping/profile/wire';
import { success } from '../../../contract/result';
import { type AskSecret, type KeyPlaces, runKeys } from '../../setup/askSecret';
import type { ComparisonReport } from '../../../comparison/report/comparisonReport';
import { createPacedUpstream } from '../../../gateway/rateLimits';
import { describeThrow } from '../../../gateway/gatewayEvents';
import type { Upstream } from '../../../gateway/upstream';
import { createUpstream } from '../../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../../http/upstream/upstreamLimits';
import { type Closers, createClosers } from '../../../runtime/closers';
import { CommandEnd, valueOrEnd, type Surroundings } from '../../command';
import { createProgressBar } from '../../terminal';
import { readBytes } from '../../../runtime/files';
import { systemClock as clock } from '../../../runtime/systemClock';
import { type ComparedSubject, comparedSubject } from '../comparedSubject';
import { diffExit, type DiffExit, type VerdictOptions } from '../diffVerdict';
import { createSamplePairFinder, pairSubjectOf, pairLines } from '../issuePairs';
import { type ReportOptions, showReport } from '../report/renderReport';
import { allReads, type CollectedReads, readPaths } from './runPaths';
import { openReader, type Reader } from './runReader';
import { compareSystems } from './compareSystems';

export interface RunOptions extends KeyPlaces, ReportOptions, VerdictOptions {
  readonly config?: string | undefined;
  readonly v1: string;
  readonly v2: string;
  readonly paths?: string | undefined;
  readonly all: boolean;
  readonly perMinute: number;
  readonly show: boolean;
}

/** Surroundings of a run. */
export interface RunSurroundings extends Surroundings {
  readonly ask: AskSecret;
  /** Signal that ends the run early; the reads so far are reported. */
  readonly cancel: AbortSignal;
}

const refusedKey = (side: 'v1' | 'v2', status: number, option: string): CommandEnd =>
  new CommandEnd([`${side} refuses the key (${status}): name the one that ${side} takes with ${option}`], 3);

/** Reads the paths that a file names. */
function namedReads(file: string, { inward }: Pick<PairWire, 'inward'>): CollectedReads {
  const paths = readPaths(valueOrEnd(readBytes(file), 3).toString());
  if (paths.ok) return { paths: paths.value.map(inward), pageCount: 0, cursorPageCount: 0, isWhole: false };
  throw new CommandEnd([`${file}: ${paths.failure}`], 3);
}

/** Reads or collects the paths to compare, and checks the key on v1. */
async function collectReads(
  { paths: file, all }: RunOptions,
  { mappings: { resources, wire } }: ComparedSubject,
  { read, refusal }: Reader,
): Promise<CollectedReads> {
  if (file === undefined && !all) throw new CommandEnd(['name what to compare: --paths FILE or --all'], 3);
  const reads = file === undefined ? await allReads(resources, read) : success(namedReads(file, wire));
  // Only an answer shows that the key is valid: with a wrong key every answer would differ.
  const [firstPath] = file !== undefined && reads.ok ? reads.value.paths : [];
  if (firstPath !== undefined) await read(firstPath);
  const status = refusal();
  if (status !== undefined) throw refusedKey('v1', status, '--v1-key-env');
  return valueOrEnd(reads, 4);
}

/** Says how many reads `--all` has found, and what it leaves out. */
function tellReads(
  { paths, pageCount, cursorPageCount, isWhole }: CollectedReads,
  tell: (line: string) => void,
): void {
  const count = `${paths.length} reads: ${pageCount} pages of lists, ${paths.length - pageCount} others`;
  const leftText = `${cursorPageCount} further pages are left out: v2 does not know v1's cursors; their items are among the others`;
  if (cursorPageCount > 0) tell(`${count}; ${leftText}`);
  else tell(isWhole ? count : `${count}; a list may have more, which is not read`);
}

/** Asks both systems, compares their answers and prints the report. */
async function runThrough(
  options: RunOptions,
  subject: ComparedSubject,
  { environment, terminal, ask, cancel }: RunSurroundings,
  closers: Closers,
): Promise<DiffExit> {
  const { write, complain, colour, interactive } = terminal;
  const keys = await runKeys(options, environment, ask);
  const { wire } = subject.mappings;
  const open = (origin: string): Upstream => {
    const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
    closers.add(close);
    return createPacedUpstream(call, clock);
  };
  const systems = { v1: createPairUpstream(open(options.v1), wire, 'v1'), v2: open(options.v2) };
  const reads = await collectReads(
    options,
    subject,
    openReader(systems.v1, keys.v1, { cancel, mappings: subject.mappings }),
  );
  const { paths, isWhole } = reads;
  if (options.paths === undefined) tellReads(reads, complain);
  const comparedRun = await compareSystems(paths, {
    ...systems,
    ...subject,
    keys,
    perMinute: options.perMinute,
    budget: options.budget,
    cancel,
    progress: createProgressBar('comparing', interactive),
    failed: (thrown) => complain(`a comparison failed: ${describeThrow(thrown)}`),
  });
  if (!comparedRun.ok) throw refusedKey('v2', comparedRun.failure, '--key-env');
  const { report, samples } = comparedRun.value;
  const pairSubject = pairSubjectOf(subject);
  const findPairs = createSamplePairFinder(() => Promise.resolve(samples), pairSubject);
  await showReport(report, { ...options, findPairs }, { environment, terminal });
  // A report for programs stays alone on stdout.
  const printLine = options.format === 'text' ? write : complain;
  if (options.show)
    for (const sample of samples)
      for (const line of ['', ...pairLines(sample, pairSubject, colour)]) printLine(line);
  if (cancel.aborted) complain(`interrupted: ${report.compared} of ${paths.length} reads were compared`);
  return runExit(report, options, { isWhole, cancel });
}

/** Decides the exit code: an interrupted run is never within budget. */
function runExit(
  report: ComparisonReport,
  options: RunOptions,
  { isWhole, cancel: { aborted } }: { readonly isWhole: boolean; readonly cancel: AbortSignal },
): DiffExit {
  const code = diffExit(report, options);
  // If everything was compared and is alike, nothing is left to estimate.
  const isAll = isWhole && Object.keys(report.outcomes).every((outcome) => outcome === 'compared');
  if (code === 2 && !aborted && isAll && report.compared > 0 && report.differing === 0) return 0;
  return aborted && code === 0 ? 2 : code;
}

/** Compares two live systems read by read, v1 with v2 translated, without a gateway in front of them. */
export async function run(options: RunOptions, surroundings: RunSurroundings): Promise<DiffExit> {
  const subject = comparedSubject(options.config, surroundings);
  const closers = createClosers(() => undefined);
  try {
    return await runThrough(options, subject, surroundings, closers);
  } finally {
    await closers.closeAll();
  }
}
