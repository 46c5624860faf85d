import { wiredUpstream } from '../../../gateway/outcome/wired';
import type { PairWire } from '../../../mapping/profile/wire';
import type { Environment } from '../../../config';
import { failure, type Result, success } from '../../../contract/result';
import { type AskSecret, type KeyPlaces, runKeys } from '../../setup/askSecret';
import type { ComparisonReport } from '../../../comparison/report/comparisonReport';
import { paceUpstream } from '../../../gateway/paceUpstream';
import { describeThrow } from '../../../gateway/gatewayEvents';
import type { Upstream } from '../../../gateway/upstream';
import { createUpstream } from '../../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../../http/upstream/upstreamLimits';
import { originsIn } from '../../../mapping/explain/origins';
import { type Closers, createClosers } from '../../../runtime/closers';
import { refused } from '../../command';
import { progressBar, type Terminal } from '../../terminal';
import { readBytes } from '../../../runtime/files';
import { systemClock as clock } from '../../../runtime/systemClock';
import { type ComparedSubject, comparedSubject } from '../comparedSubject';
import { diffExit, type DiffExit, type VerdictOptions } from '../diffVerdict';
import { pairsIn } from '../issuePairs';
import { type ReportOptions, showReport } from '../report/renderReport';
import { allPaths, openReader, type Reader, readPaths, type ReadV1 } from './runPaths';
import { compareSystems } from './compareSystems';

/** Options of `lifeboat diff run`. */
export interface RunOptions extends KeyPlaces, ReportOptions, VerdictOptions {
  readonly config?: string | undefined;
  /** Origin of v1; `v2` is that of v2. */
  readonly v1: string;
  readonly v2: string;
  /** File of the reads to compare; absent with `all`. */
  readonly paths?: string | undefined;
  readonly all: boolean;
  readonly perMinute: number;
  /** True to show the smallest pair of every issue. */
  readonly show: boolean;
}

/** Surroundings of a run. */
export interface RunSurroundings {
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly ask: AskSecret;
  /** Signal that ends the run early; the reads so far are reported. */
  readonly cancel: AbortSignal;
}

interface Systems {
  readonly v1: Upstream;
  readonly v2: Upstream;
}

const refusalText = (side: 'v1' | 'v2', status: number, option: string): string =>
  `${side} refuses the key (${status}): name the one that ${side} takes with ${option}`;

function openSystems({ v1, v2 }: RunOptions, wire: PairWire, closers: Closers): Systems {
  const open = (address: string): Upstream => {
    const { call, close } = createUpstream({
      origin: address,
      limits: upstreamLimits,
      clock,
    });
    closers.add(close);
    return paceUpstream(call, clock);
  };
  return { v1: wiredUpstream(open(v1), wire, 'v1'), v2: open(v2) };
}

function pathsOf(
  { paths, all }: RunOptions,
  { mappings }: ComparedSubject,
  read: ReadV1,
): Result<readonly string[], string> | Promise<Result<readonly string[], string>> {
  if (paths === undefined) {
    return all ? allPaths(mappings.resources, read) : failure('name what to compare: --paths FILE or --all');
  }
  const bytes = readBytes(paths);
  if (!bytes.ok) return bytes;
  const named = readPaths(bytes.value.toString());
  return named.ok ? success(named.value.map(mappings.wire.inward)) : failure(`${paths}: ${named.failure}`);
}

/** Reads the paths to compare and checks the key on v1; the failure has the reason and the exit code. */
async function readablePaths(
  options: RunOptions,
  subject: ComparedSubject,
  { read, refusal }: Reader,
): Promise<Result<readonly string[], { readonly reason: string; readonly exit: DiffExit }>> {
  const paths = await pathsOf(options, subject, read);
  const isNamed = options.paths !== undefined;
  // Only an answer shows that the key is valid: with a wrong key every answer would differ.
  const [firstPath] = paths.ok && isNamed ? paths.value : [];
  if (firstPath !== undefined) await read(firstPath);
  const status = refusal();
  if (status !== undefined) return failure({ reason: refusalText('v1', status, '--v1-key-env'), exit: 3 });
  if (paths.ok) return paths;
  return failure({ reason: paths.failure, exit: options.all && !isNamed ? 4 : 3 });
}

async function runThrough(
  options: RunOptions,
  subject: ComparedSubject,
  surroundings: RunSurroundings,
  closers: Closers,
): Promise<DiffExit> {
  const { environment, terminal, ask, cancel } = surroundings;
  const { write, complain, colour, interactive } = terminal;
  const keys = await runKeys(options, environment, ask);
  if (!keys.ok) {
    complain(keys.failure);
    return 3;
  }
  const { wire } = subject.mappings;
  const systems = openSystems(options, wire, closers);
  const paths = await readablePaths(
    options,
    subject,
    openReader(systems.v1, keys.value.v1, { cancel, wire }),
  );
  if (!paths.ok) {
    complain(paths.failure.reason);
    return paths.failure.exit;
  }
  const compared = await compareSystems(paths.value, {
    ...systems,
    ...subject,
    keys: keys.value,
    perMinute: options.perMinute,
    budget: options.budget,
    cancel,
    progress: progressBar('comparing', interactive),
    failed: (thrown) => complain(`a comparison failed: ${describeThrow(thrown)}`),
  });
  if (!compared.ok) {
    complain(refusalText('v2', compared.failure, '--key-env'));
    return 3;
  }
  const { report, samples, shown: renderLines } = compared.value;
  const findPairs = pairsIn(() => Promise.resolve(samples), {
    origins: originsIn(subject.mappings.resources),
    rules: subject.rules,
  });
  await showReport(report, { ...options, findPairs }, terminal, environment);
  // A report for programs stays alone on stdout.
  const print = options.format === 'text' ? write : complain;
  if (options.show) for (const line of renderLines({ colour })) print(line);
  if (cancel.aborted)
    complain(`interrupted: ${report.compared} of ${paths.value.length} reads were compared`);
  return runExit(report, options, cancel);
}

/** Decides the exit code: an interrupted run is never within budget. */
function runExit(report: ComparisonReport, options: RunOptions, { aborted }: AbortSignal): DiffExit {
  const code = diffExit(report, options);
  // If everything was compared and is alike, nothing is left to estimate.
  const isWhole = options.all && Object.keys(report.outcomes).every((outcome) => outcome === 'compared');
  if (code === 2 && !aborted && isWhole && report.compared > 0 && report.differing === 0) return 0;
  return aborted && code === 0 ? 2 : code;
}

/** Compares two live systems read by read, v1 with v2 translated, without a gateway in front of them. */
export async function run(options: RunOptions, surroundings: RunSurroundings): Promise<DiffExit> {
  const { environment, terminal } = surroundings;
  const subject = comparedSubject(options.config, environment, { colour: terminal.colour });
  if (!subject.ok) return refused(subject.failure, terminal, 3);
  const closers = createClosers(() => undefined);
  try {
    return await runThrough(options, subject.value, surroundings, closers);
  } finally {
    await closers.closeAll();
  }
}
