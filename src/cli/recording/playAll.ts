import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Privacy } from '../../comparison/keep/privacy';
import { type RecordedExchange, scrubExchange } from '../../comparison/keep/recordedExchange';
import type { Upstream } from '../../gateway/upstream';
import { createRawAnswers } from '../../shadow/shadowParts';
import { dropTornLine, openRecording } from '../../runtime/stores/recordingFile';
import { type SeenPair, readObserved, writeObserved } from '../../comparison/keep/observation';
import type { ComparisonJudge } from '../../comparison/judge/comparisonJudge';
import { delay } from '../../shadow/readBack';
import { systemClock as clock } from '../../runtime/systemClock';
import type { NamesByCaller } from '../../cutover/callerNames';
import { hasSecret, playExchange, type PlayParts } from '../../shadow/replay/playExchange';

/** Most bytes of v2's answers to one request; a longer answer is not kept. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Opens the recording that exchanges are added to with v2's answers. Throws if it cannot be written. */
export function openPairs(file: string | undefined) {
  const add = file === undefined ? undefined : openRecording(file);
  const { keepAnswersOf, begin, take } = createRawAnswers(MAX_ANSWER_BYTES);
  return {
    /** Observes v2's answers while a recording is played. */
    seen: (upstream: Upstream): Upstream => (add === undefined ? upstream : keepAnswersOf(upstream)),
    begin: ({ id }: RecordedExchange): void => begin(id),
    keep: (exchange: RecordedExchange, privacy: Privacy): void => {
      const v2 = take(exchange.id);
      if (!hasSecret(exchange) && v2.length > 0)
        add?.([scrubExchange({ ...exchange, v2: [...v2] }, exchange.target, privacy)]);
    },
  };
}

const isAnswered = ({ outcome, differences }: SeenPair): boolean =>
  outcome === 'compared' && differences.every(({ kind }) => kind !== 'unavailable');

/**
 * Keeps the progress in a file next to the recording, a line for each exchange: Ctrl-C or a kill loses only the last
 * one. Throws if the file cannot be read or written.
 */
export function openReplayPlace(recording: string, epoch: string) {
  const file = `${recording}.replay`;
  if (existsSync(file)) dropTornLine(file);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  // Observations under other mappings do not count; failed exchanges are played again.
  const observed = lines
    .map(readObserved)
    .filter((observation) => observation.epoch === epoch && isAnswered(observation));
  const done = new Set(observed.map(({ id }) => id));
  return {
    observed,
    isDone: (id: string) => done.has(id),
    note: (observation: SeenPair) => appendFileSync(file, `${writeObserved(observation)}\n`, { mode: 0o600 }),
    /** Ends the replay: the next one starts from the beginning. */
    finish: () => rmSync(file, { force: true }),
  };
}

/** The keys that a recording is played with. */
export interface ReplayKeys {
  readonly names: NamesByCaller;
  /** Finds the key of an exchange. Returns undefined if its caller has no key, and the exchange cannot be played. */
  readonly of: (
    exchange: Pick<RecordedExchange, 'caller'>,
  ) => { readonly authorization?: string } | undefined;
}

/** Parts of playAll; `rate` is requests per second. */
interface PlayAllParts {
  readonly parts: Omit<PlayParts, 'authorization'>;
  readonly keys: Pick<ReplayKeys, 'of'>;
  readonly place: ReturnType<typeof openReplayPlace>;
  readonly judge: Pick<ComparisonJudge, 'add'>;
  readonly rate: number;
  readonly show: (done: number, total: number) => void;
  readonly pairs: ReturnType<typeof openPairs>;
}

const SECOND_MS = 1_000;

/** Result of a replay. The exchanges that could not be played are counted by caller; they say nothing about v2. */
export interface Ending {
  readonly stopped: boolean;
  readonly withoutKey: ReadonlyMap<string, number>;
  /** Callers whose key v2 does not accept. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Plays every exchange not played yet, each with the key of its caller. */
export async function playAll(
  exchanges: readonly RecordedExchange[],
  { parts: playParts, keys, place: replayPlace, judge, rate, show, pairs }: PlayAllParts,
): Promise<Ending> {
  const isStopped = (): boolean => playParts.signal.aborted;
  const [withoutKey, refused] = [new Map<string, number>(), new Map<string, number>()];
  /** Plays one exchange. Does not try a caller whose key v2 has refused. */
  const playOne = async (exchange: RecordedExchange): Promise<void> => {
    const { caller = '(unknown)' } = exchange;
    const countIn = (counts: Map<string, number>) => counts.set(caller, (counts.get(caller) ?? 0) + 1);
    const key = keys.of(exchange);
    if (key === undefined || refused.has(caller)) {
      countIn(key === undefined ? withoutKey : refused);
      return;
    }
    const began = clock.steady();
    pairs.begin(exchange);
    const played = await playExchange(exchange, { ...playParts, authorization: key.authorization });
    // An exchange that a signal has cut short says nothing about v2.
    if (isStopped()) return;
    if (played === 'refused') countIn(refused);
    else {
      pairs.keep(exchange, playParts.privacy);
      if (played !== undefined) {
        judge.add(played);
        replayPlace.note(played);
      }
    }
    const remainingMs = SECOND_MS / rate - (clock.steady() - began);
    if (remainingMs > 0) await delay(remainingMs, clock, playParts.signal);
  };
  for (const [at, exchange] of exchanges.entries()) {
    if (!isStopped() && !replayPlace.isDone(exchange.id)) await playOne(exchange);
    if (isStopped()) break;
    show(at + 1, exchanges.length);
  }
  return { stopped: isStopped(), withoutKey, refused };
}
