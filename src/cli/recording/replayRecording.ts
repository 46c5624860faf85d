import { isSandbox } from '../../sandbox/control/controlClient';
import { failure, type Result, success } from '../../contract/result';
import type { LineOf } from '../../comparison/judge/judgedEvidence';
import { type ComparisonReport, withNames } from '../../comparison/report/comparisonReport';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { Environment } from '../../config';
import { originsIn } from '../../mapping/explain/origins';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import { counted } from '../../mapping/compile/ledger';
import { callerText } from '../../cutover/callerNames';
import { type DiffExit, diffExit, type VerdictOptions } from '../diff/diffVerdict';
import { type ReportFormat, showReport } from '../diff/report/renderReport';
import { progressBar, type Terminal } from '../terminal';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { chooseExchanges, type Chosen } from '../../shadow/replay/chooseExchanges';
import { createPlayer } from '../../shadow/replay/createPlayer';
import { type Ending, keepPairs, openReplayPlace, playAll } from './playAll';
import { openReplayKeys, type ReplayKeyOptions, type ReplayKeys } from './replayKeys';
import { readRecording } from '../../runtime/stores/recordingFile';
import { refused } from '../command';
import { type ReplaySubject, replaySubject } from '../diff/comparedSubject';

/** Options of `lifeboat replay`. */
export interface ReplayOptions extends VerdictOptions, ReplayKeyOptions {
  /** Origin of API v2. */
  readonly against: string;
  readonly rate: number;
  readonly filter?: string | undefined;
  readonly writes: boolean;
  readonly check: boolean;
  /** Format of the report; text by default. */
  readonly format?: ReportFormat;
  readonly mappings?: string | undefined;
  /** File of the recording that the exchanges are added to, with v2's answers. */
  readonly pairs?: string | undefined;
}

/** Reason for a missing report, with the exit code. */
interface Unplayed {
  readonly code: 2 | 4;
  readonly text: string;
}

const unplayed: Readonly<Record<'empty' | 'stopped' | 'refused' | 'keyless' | 'unanswered', Unplayed>> = {
  empty: { code: 2, text: 'nothing was compared: there is no request to play' },
  stopped: { code: 2, text: 'interrupted; the same command goes on from here' },
  refused: {
    code: 4,
    text: 'v2 refuses every key, or no key was given: --key-env names the variable of a key, --keys an exchange table',
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
  readonly cancel: AbortSignal;
}

/** Finds the reason why a replay cannot start; undefined if it can. */
async function refusal({ against, writes, rate }: ReplayOptions): Promise<string | undefined> {
  if (rate <= 0) return '--rate must be more than 0 requests a second';
  if (!writes || (await isSandbox(against))) return undefined;
  return `writes are replayed only into a sandbox on this machine, and ${against} is none`;
}

/** Prints on stderr which exchanges were left out. */
function printLeftOut({ writes, scrubbed }: Chosen, complain: Terminal['complain']): void {
  if (writes > 0) complain(`left out: ${counted(writes, 'write')}; --writes plays them into a sandbox`);
  if (scrubbed > 0)
    complain(`left out: ${counted(scrubbed, 'request')} with a secret, which is not recorded`);
}

/** Prints on stderr which exchanges could not be played, by caller; returns their number. */
function printUnplayed(
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

/** Plays the chosen exchanges against v2 and returns the report; the failure says why there is none. */
async function play(
  file: string,
  { played }: Chosen,
  { mappings, rules, epoch }: ReplaySubject,
  { against, rate, pairs: keptPairs, budget, keys, interactive, complain, cancel }: PlayOptions,
): Promise<Result<ComparisonReport, Unplayed>> {
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const judge = createComparisonJudge({ epoch, rules, lineOf, canAskAgain: false });
  const replayPlace = openReplayPlace(file, epoch);
  const wanted = new Set(played.map(({ id }) => id));
  for (const observed of replayPlace.observed) if (wanted.has(observed.id)) judge.add(observed);
  const pairs = keepPairs(keptPairs);
  const { call, close } = createUpstream({ origin: against, limits: upstreamLimits, clock });
  try {
    const player = createPlayer(pairs.seen(call), { ...mappings, rules, clock });
    const playerParts = { ...player, epoch, signal: cancel };
    const show = progressBar('replay', interactive);
    const ending = await playAll(played, {
      parts: playerParts,
      keys,
      place: replayPlace,
      judge,
      rate,
      show,
      pairs,
    });
    if (ending.stopped) return failure(unplayed.stopped);
    const missed = printUnplayed(ending, keys, complain);
    if (missed > 0 && missed === played.length)
      return failure(ending.refused.size > 0 ? unplayed.refused : unplayed.keyless);
    const report = judge.report(clock.now(), budget);
    if (report.compared === 0) return failure(played.length === 0 ? unplayed.empty : unplayed.unanswered);
    replayPlace.finish();
    const outcomes = { ...report.outcomes, ...(missed === 0 ? {} : { not_played: missed }) };
    return success(withNames({ ...report, outcomes }, (caller) => keys.names.get(caller)));
  } finally {
    await close();
  }
}

/** Reads everything that a replay needs; the failure says what is wrong. */
async function readReplay(file: string, options: ReplayOptions, environment: Environment, colour: boolean) {
  const refused = await refusal(options);
  if (refused !== undefined) return failure([refused]);
  const subject = replaySubject(options.mappings, options.against, { colour });
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
 * Plays a recording through the translation against v2 and compares the answers with the recorded ones. With `--check`
 * the exit code is the verdict: 0 within budget, 1 over it, 2 undecided or interrupted; 3 for invalid arguments, 4 on
 * failure.
 */
export async function replay(
  file: string,
  options: ReplayOptions,
  environment: Environment,
  terminal: Terminal,
  cancel: AbortSignal,
): Promise<DiffExit> {
  const { complain, colour, interactive } = terminal;
  const read = await readReplay(file, options, environment, colour);
  if (!read.ok) return refused(read.failure, { complain }, 3);
  const { subject, chosen, keys } = read.value;
  printLeftOut(chosen, complain);
  try {
    const report = await play(file, chosen, subject, { ...options, keys, interactive, complain, cancel });
    if (!report.ok) {
      complain(report.failure.text);
      return report.failure.code;
    }
    await showReport(report.value, { format: options.format ?? 'text' }, terminal, environment);
    return options.check ? diffExit(report.value, options) : 0;
  } catch (error) {
    complain(reasonOf(error));
    return 4;
  }
}
