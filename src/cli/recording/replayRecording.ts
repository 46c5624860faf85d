import type { LineOf } from '../../comparison/judge/judgedEvidence';
import { type ComparisonReport, addNamesOfCallers } from '../../comparison/report/comparisonReport';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import { createOriginsFinder } from '../../mapping/explain/origins';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import { counted } from '../../mapping/compile/ledger';
import { callerText } from '../../cutover/callerNames';
import { type DiffExit, diffExit, type VerdictOptions } from '../diff/diffVerdict';
import { type ReportFormat, showReport } from '../diff/report/renderReport';
import { createProgressBar, createStopSignal, type Terminal } from '../terminal';
import { reasonOf } from '../../runtime/files';
import { systemClock as clock } from '../../runtime/systemClock';
import { chooseExchanges, type ChosenExchanges, createPlayer } from '../../shadow/replay/playExchange';
import { type Ending, openPairs, openReplayPlace, playAll, type ReplayKeys } from './playAll';
import { readRecording } from '../../runtime/stores/recordingFile';
import { CommandEnd, valueOrEnd, type Surroundings } from '../command';
import { type ComparedSubject, comparedSubject, replayEpoch } from '../diff/comparedSubject';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Config } from '../../config/configuration';
import { digestKey, fingerprintOf } from '../../gateway/keys/clientKeys';
import { readTable } from '../../runtime/reload/secrets';
import { readCallerNames } from '../diff/diffMappings';
import { operatorKey } from '../doctor/checkFiles';

/** Reads the v2 keys of the exchange table by caller. Returns undefined without a table. */
async function readV2Keys({ keys: settings }: Config, { environment, terminal: { colour } }: Surroundings) {
  if (settings.kind === 'passOn') return undefined;
  const table = valueOrEnd(await readTable({ settings, environment, colour }), 3);
  return new Map(table.map(({ v1, v2 }) => [fingerprintOf(v1), v2[0]]));
}

/** Creates the choice between the named key, for its holder's exchanges, and the keys of the table. */
function createKeyChoice(
  key: string | undefined,
  holder: string | undefined,
  table: ReadonlyMap<string, string> | undefined,
): ReplayKeys['of'] {
  const sendableKey = (ownKey: string | undefined) =>
    ownKey === undefined ? undefined : { authorization: `Bearer ${ownKey}` };
  // Without any key, requests are sent without one, and v2 decides.
  const without = key === undefined && table === undefined ? {} : undefined;
  return ({ caller }) => {
    if (caller === '') return {};
    if (caller === undefined) return sendableKey(key) ?? {};
    return sendableKey(caller === holder ? key : table?.get(caller)) ?? without;
  };
}

/**
 * Finds a key for every caller of a recording: the named key for its owner, who is the only caller or has its
 * fingerprint, and the exchange table of the settings for all others.
 */
async function openReplayKeys(
  keyEnv: string | undefined,
  config: Config,
  exchanges: readonly RecordedExchange[],
  around: Surroundings,
): Promise<ReplayKeys> {
  const named = operatorKey(keyEnv, around.environment);
  if (!named.ok) throw new CommandEnd([`--key-env: ${named.failure.message}`], 3);
  const key = named.value;
  const table = await readV2Keys(config, around);
  const names = await readCallerNames(config);
  const callers = new Set(exchanges.flatMap(({ caller = '' }) => (caller === '' ? [] : [caller])));
  const fingerprint = key === undefined ? undefined : fingerprintOf(digestKey(key));
  const [only] = callers;
  const holder = callers.size === 1 && key !== undefined ? only : fingerprint;
  if (holder !== undefined && table === undefined && callers.size > 1 && !callers.has(holder)) {
    const who = [...callers].map((caller) => callerText(caller, names.get(caller))).join(', ');
    const remedy = 'settings with an exchange table (keys.exchange) name the keys of all';
    throw new CommandEnd(
      [`${callers.size} callers were recorded (${who}) and one key is given: ${remedy}`],
      3,
    );
  }
  return { names, of: createKeyChoice(key, holder, table) };
}

export interface ReplayOptions extends VerdictOptions {
  readonly file: string;
  readonly config?: string | undefined;
  readonly against: string;
  readonly keyEnv?: string | undefined;
  readonly rate: number;
  readonly format?: ReportFormat;
  readonly pairs?: string | undefined;
}

const REFUSED =
  'v2 refuses every key, or no key was given: --key-env names the variable of a key, keys.exchange in the settings an exchange table';

const nothingComparedEnd = (why: string): CommandEnd => new CommandEnd([`nothing was compared: ${why}`], 2);

/** Prints on stderr which exchanges could not be played, by caller. Returns their number. */
function printUnplayed(
  { withoutKey, refused }: Ending,
  { names }: Pick<ReplayKeys, 'names'>,
  complain: Terminal['complain'],
): number {
  const unplayed = [
    ...Array.from(withoutKey, (callerCount) => ['there is no key of', ...callerCount] as const),
    ...Array.from(refused, (callerCount) => ['v2 refuses the key of', ...callerCount] as const),
  ];
  for (const [why, caller, count] of unplayed)
    complain(`${counted(count, 'request')} not played: ${why} ${callerText(caller, names.get(caller))}`);
  return unplayed.reduce((sum, [, , count]) => sum + count, 0);
}

/** Plays the chosen exchanges against v2 and returns the report. */
async function playExchanges(
  played: ChosenExchanges['played'],
  subject: ComparedSubject,
  keys: ReplayKeys,
  { file, against, rate, pairs: keptPairs, budget }: ReplayOptions,
  { interactive, complain }: Terminal,
  signal: AbortSignal,
): Promise<ComparisonReport> {
  const { mappings, rules } = subject;
  const epoch = replayEpoch(subject, against);
  const origins = createOriginsFinder(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const judge = createComparisonJudge({ epoch, rules, lineOf, canAskAgain: false });
  const replayPlace = openReplayPlace(file, epoch);
  const wanted = new Set(played.map(({ id }) => id));
  for (const observed of replayPlace.observed) if (wanted.has(observed.id)) judge.add(observed);
  const pairs = openPairs(keptPairs);
  const { call, close } = createUpstream({ origin: against, limits: upstreamLimits, clock });
  try {
    const player = createPlayer(pairs.seen(call), { ...mappings, rules, clock });
    const ending = await playAll(played, {
      parts: { ...player, epoch, signal },
      keys,
      place: replayPlace,
      judge,
      rate,
      show: createProgressBar('replay', interactive),
      pairs,
    });
    if (ending.stopped) throw new CommandEnd(['interrupted; the same command goes on from here'], 2);
    const missed = printUnplayed(ending, keys, complain);
    if (missed > 0 && missed === played.length) {
      if (ending.refused.size > 0) throw new CommandEnd([REFUSED], 4);
      throw new CommandEnd(['nothing was played: there is no key of anybody who was recorded'], 2);
    }
    const report = judge.report(clock.now(), budget);
    if (played.length === 0) throw nothingComparedEnd('there is no request to play');
    if (report.compared === 0) throw nothingComparedEnd('v2 has answered nothing that could be');
    replayPlace.finish();
    const outcomes = { ...report.outcomes, ...(missed === 0 ? {} : { not_played: missed }) };
    return addNamesOfCallers({ ...report, outcomes }, (caller) => keys.names.get(caller));
  } finally {
    await close();
  }
}

/**
 * Plays a recording through the translation against v2 and compares the answers with the recorded ones. The exit code
 * is the verdict: 0 within budget, 1 over it, 2 undecided or interrupted; 3 for invalid arguments, 4 on failure.
 */
export async function replayRecording(
  options: ReplayOptions,
  around: Surroundings,
  cancel = createStopSignal(clock),
): Promise<DiffExit> {
  const { terminal } = around;
  const subject = comparedSubject(options.config, around);
  const exchanges = valueOrEnd(readRecording(options.file), 3);
  const keys = await openReplayKeys(options.keyEnv, subject.config, exchanges, around);
  const { played, writes, scrubbed } = chooseExchanges(exchanges);
  if (writes > 0) terminal.complain(`left out: ${counted(writes, 'write')}`);
  if (scrubbed > 0)
    terminal.complain(`left out: ${counted(scrubbed, 'request')} with a secret, which is not recorded`);
  try {
    const report = await playExchanges(played, subject, keys, options, terminal, cancel);
    await showReport(report, { format: options.format ?? 'text' }, around);
    return diffExit(report, options);
  } catch (error) {
    if (error instanceof CommandEnd) throw error;
    throw new CommandEnd([reasonOf(error)], 4);
  }
}
