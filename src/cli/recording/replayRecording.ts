import { createHash } from 'node:crypto';
import { z } from 'zod';
import { askControl } from '../../sandbox/control/controlClient';
import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import { evidenceSubject, readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import type { LineOf } from '../../comparison/judge/judgedEvidence';
import { type ComparisonReport, withNames } from '../../comparison/report/comparisonReport';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { Environment } from '../../config';
import { originsIn } from '../../mapping/explain/origins';
import { createUpstream, upstreamLimits } from '../../http/upstream/upstreamClient';
import { counted } from '../../mapping/compile/ledger';
import { callerText } from '../../cutover/callerNames';
import { type DiffExit, diffExit, type VerdictOptions } from '../diff/diffVerdict';
import { type ReportFormat, showReport } from '../diff/report/renderReport';
import { progressBar, type Terminal } from '../terminal';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { chooseExchanges, type Chosen } from './chooseExchanges';
import { createPlayer } from './playExchange';
import { type Ending, keepPairs, openReplayPlace, playAll } from './playAll';
import { openReplayKeys, type ReplayKeyOptions, type ReplayKeys } from './replayKeys';
import { readRecording } from '../../runtime/stores/recordingFile';
import { refused } from '../command';

const faults = z.object({ data: z.array(z.unknown()) });

/** True for a marketplace of our own on this machine: it alone has a control API, and shows it to this machine alone. */
async function isSandbox(origin: string): Promise<boolean> {
  const answer = await askControl(origin, 'GET', '/faults');
  return answer.kind === 'answered' && answer.status === 200 && faults.safeParse(answer.body).success;
}

/** What a recording is played through. */
interface ReplaySubject {
  readonly mappings: Mappings;
  /** The differences agreed beside the mappings. */
  readonly rules: readonly IgnoreRule[];
  /** Hash of both, of the version, and of where v2 is: what another one answers is evidence of something else. */
  readonly epoch: string;
}

/** The mappings of a folder, the shipped ones without one, and what is agreed beside them; or every fault of the files. */
export function replaySubject(
  folder: string | undefined,
  against: string,
  options: { readonly colour: boolean },
): Result<ReplaySubject, readonly string[]> {
  const mappings = readMappings(folder ?? SHIPPED_MAPPINGS, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = readRulesFile(rulesFileOf(folder ?? SHIPPED_MAPPINGS), names, options);
  if (!agreed.ok) return agreed;
  const rules = agreed.value;
  const { resources } = evidenceSubject(mappings.value, rules);
  const whole = JSON.stringify([resources.map(({ epoch }) => epoch), against]);
  const epoch = createHash('sha256').update(whole).digest('hex').slice(0, 12);
  return success({ mappings: mappings.value, rules, epoch });
}

/** The options of `lifeboat replay`. */
export interface ReplayOptions extends VerdictOptions, ReplayKeyOptions {
  /** Origin of API v2. */
  readonly against: string;
  readonly rate: number;
  readonly filter?: string | undefined;
  readonly writes: boolean;
  readonly check: boolean;
  /** How the report is written; as text unless told. */
  readonly format?: ReportFormat;
  readonly mappings?: string | undefined;
  /** Recording to add the exchanges to with what v2 answered. */
  readonly pairs?: string | undefined;
}

/** Why there is no report. */
interface Unplayed {
  readonly code: 2 | 4;
  readonly text: string;
}

const unplayed: Readonly<Record<'stopped' | 'refused' | 'keyless' | 'unanswered', Unplayed>> = {
  stopped: { code: 2, text: 'interrupted; the same command goes on from here' },
  refused: {
    code: 4,
    text: 'v2 refuses every key, or there is none: --key-env names the variable that holds it, --keys an exchange table',
  },
  keyless: {
    code: 2,
    text: 'nothing was played: there is no key of anybody who was recorded, see --keys and --caller',
  },
  unanswered: { code: 2, text: 'nothing was compared: v2 has answered nothing that could be' },
};

interface PlayOptions extends Pick<ReplayOptions, 'against' | 'rate' | 'pairs' | 'budget'> {
  readonly keys: ReplayKeys;
  readonly interactive: boolean;
  readonly complain: Terminal['complain'];
  readonly gone: AbortSignal;
}

/** What keeps a replay from being begun. */
async function refusal({ against, writes, rate }: ReplayOptions): Promise<string | undefined> {
  if (!URL.canParse(against)) return '--against must be an address such as https://api.example.com';
  if (rate <= 0) return '--rate must be more than 0 requests a second';
  if (!writes || (await isSandbox(new URL(against).origin))) return undefined;
  return `writes are replayed only into a sandbox on this machine, and ${against} is none`;
}

/** Says on stderr what was left out. */
function printLeftOut({ writes, scrubbed }: Chosen, complain: Terminal['complain']): void {
  if (writes > 0) complain(`${writes} writes were left out; --writes plays them into a sandbox`);
  if (scrubbed > 0)
    complain(`${scrubbed} requests had a secret in them, which is not recorded, and were left out`);
}

/** Says on stderr what could not be played, and whose it is; how many exchanges that are. */
function tellUnplayed(
  { withoutKey, refused }: Ending,
  { names }: Pick<ReplayKeys, 'names'>,
  complain: Terminal['complain'],
): number {
  let all = 0;
  for (const [why, counts] of [
    ['there is no key of', withoutKey],
    ['v2 refuses the key of', refused],
  ] as const) {
    for (const [caller, count] of counts) {
      complain(`${counted(count, 'request')} not played: ${why} ${callerText(caller, names.get(caller))}`);
      all += count;
    }
  }
  return all;
}

/** Plays what was chosen against v2; the report of it, or why there is none and the exit code for that. */
async function play(
  file: string,
  { played }: Chosen,
  { mappings, rules, epoch }: ReplaySubject,
  { against, rate, pairs: kept, budget, keys, interactive, complain, gone }: PlayOptions,
): Promise<Result<ComparisonReport, Unplayed>> {
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const book = createComparisonJudge({ epoch, rules, lineOf, canAskAgain: false });
  const place = openReplayPlace(file, epoch);
  const wanted = new Set(played.map(({ id }) => id));
  for (const observed of place.observed) if (wanted.has(observed.id)) book.add(observed);
  const pairs = keepPairs(kept);
  const { call, close } = createUpstream({ origin: new URL(against).origin, limits: upstreamLimits, clock });
  try {
    const player = createPlayer(pairs.seen(call), { operations: mappings.operations, rules });
    const parts = { ...player, epoch, signal: gone };
    const show = progressBar('replay', interactive);
    const ending = await playAll(played, { parts, keys, place, book, rate, show, pairs });
    if (ending.stopped) return failure(unplayed.stopped);
    const unheard = tellUnplayed(ending, keys, complain);
    if (unheard > 0 && unheard === played.length)
      return failure(ending.refused.size > 0 ? unplayed.refused : unplayed.keyless);
    const report = book.report(clock.now(), budget);
    if (played.length > 0 && report.compared === 0) return failure(unplayed.unanswered);
    place.finish();
    const outcomes = { ...report.outcomes, ...(unheard === 0 ? {} : { not_played: unheard }) };
    return success(withNames({ ...report, outcomes }, (caller) => keys.names.get(caller)));
  } finally {
    await close();
  }
}

/** What a replay is made of; or why it makes no sense. */
async function readReplay(file: string, options: ReplayOptions, environment: Environment, colour: boolean) {
  const refused = await refusal(options);
  if (refused !== undefined) return failure([refused]);
  const subject = replaySubject(options.mappings, new URL(options.against).origin, { colour });
  if (!subject.ok) return subject;
  const recording = readRecording(file);
  if (!recording.ok) return failure([recording.failure]);
  const keys = await openReplayKeys(options, recording.value, environment, { colour });
  if (!keys.ok) return keys;
  const { filter, writes: withWrites } = options;
  const { caller } = keys.value;
  const chosen = chooseExchanges(recording.value, { filter, caller, withWrites });
  return success({ keys: keys.value, subject: subject.value, chosen });
}

/**
 * Plays a recording through the translation against v2 and holds the answers against the recorded ones. With `--check` the
 * exit code is the verdict: 0 within budget, 1 over it, 2 undecided or interrupted; 3 for what makes no sense, 4 on failure.
 */
export async function replay(
  file: string,
  options: ReplayOptions,
  environment: Environment,
  terminal: Terminal,
  gone: AbortSignal,
): Promise<DiffExit> {
  const { complain, colour, interactive } = terminal;
  const read = await readReplay(file, options, environment, colour);
  if (!read.ok) return refused(read.failure, { complain }, 3);
  const { subject, chosen, keys } = read.value;
  printLeftOut(chosen, complain);
  try {
    const report = await play(file, chosen, subject, { ...options, keys, interactive, complain, gone });
    if (!report.ok) {
      complain(report.failure.text);
      return report.failure.code;
    }
    showReport(report.value, { format: options.format ?? 'text' }, terminal, environment);
    return options.check ? diffExit(report.value, options) : 0;
  } catch (error) {
    complain(reasonOf(error));
    return 4;
  }
}
