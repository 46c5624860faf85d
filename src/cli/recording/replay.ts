import type { Environment } from '../../config';
import type { Book, LineOf } from '../../comparison/book';
import { createBook } from '../../comparison/createBook';
import { originsIn } from '../../explanation/originsIn';
import { type DiffExit, diffExit } from '../diff/diffExit';
import { renderReport } from '../diff/renderReport';
import { operatorKey } from '../doctor/operatorKey';
import { progressBar } from '../progressBar';
import { systemClock as clock } from '../systemClock';
import type { Terminal } from '../terminal';
import { untilSignal } from '../untilSignal';
import { type Chosen, chooseExchanges } from './chooseExchanges';
import { isSandbox } from './isSandbox';
import { openPlayer } from './openPlayer';
import { openReplayPlace, type ReplayPlace } from './openReplayPlace';
import { type PlayParts, playExchange } from './playExchange';
import { readRecording } from './readRecording';
import { replaySubject } from './replaySubject';

/** The options of `lifeboat replay`. */
export interface ReplayOptions {
  /** Origin of API v2. */
  readonly against: string;
  readonly keyEnv?: string | undefined;
  readonly rate: number;
  readonly filter?: string | undefined;
  readonly writes: boolean;
  readonly check: boolean;
  readonly mappings?: string | undefined;
}

const SECOND = 1_000;

/** Plays what is not behind the place yet; false when a signal came before the end. */
async function playAll(
  { played }: Chosen,
  {
    parts,
    place,
    book,
    rate,
    show,
  }: {
    readonly parts: PlayParts;
    readonly place: ReplayPlace;
    readonly book: Book;
    readonly rate: number;
    readonly show: (done: number, total: number) => void;
  },
): Promise<boolean> {
  const isStopped = (): boolean => parts.signal.aborted;
  for (const [at, exchange] of played.entries()) {
    if (isStopped()) return false;
    if (!place.isDone(exchange.id)) {
      const began = clock.steady();
      const observed = await playExchange(exchange, parts);
      // What a signal has cut short says nothing about v2.
      if (isStopped()) return false;
      if (observed !== undefined) {
        book.add(observed);
        place.note(observed);
      }
      const left = SECOND / rate - (clock.steady() - began);
      if (left > 0) await new Promise<void>((resolve) => void clock.schedule(left, resolve));
    }
    show(at + 1, played.length);
  }
  return true;
}

/** What keeps a replay from being begun. */
async function refusal({ against, writes, rate }: ReplayOptions): Promise<string | undefined> {
  if (!URL.canParse(against)) return '--against must be an address such as https://api.example.com';
  if (rate <= 0) return '--rate must be more than 0 requests a second';
  if (!writes || (await isSandbox(new URL(against).origin))) return undefined;
  return `writes are replayed only into a sandbox on this machine, and ${against} is none`;
}

/** Says on stderr what was left out. */
function tellLeftOut({ writes, scrubbed }: Chosen, complain: Terminal['complain']): void {
  if (writes > 0) complain(`${writes} writes were left out; --writes plays them into a sandbox`);
  if (scrubbed > 0)
    complain(`${scrubbed} requests had a secret in them, which is not recorded, and were left out`);
}

/**
 * Plays a recording through the translation against v2 and holds the answers against the recorded ones. With `--check` the
 * exit code is the verdict: 0 within budget, 1 over it, 2 undecided or interrupted; 3 for what makes no sense, 4 on failure.
 */
export async function replay(
  file: string,
  options: ReplayOptions,
  environment: Environment,
  { write, complain, colour, interactive }: Terminal,
): Promise<DiffExit> {
  const usage = (...lines: readonly string[]): DiffExit => {
    for (const line of lines) complain(line);
    return 3;
  };
  const refused = await refusal(options);
  if (refused !== undefined) return usage(refused);
  const key = operatorKey(options.keyEnv, environment);
  if (!key.ok) return usage(`--key-env: ${key.failure.message}`);
  const subject = replaySubject(options.mappings, { colour });
  if (!subject.ok) return usage(...subject.failure);
  const recording = readRecording(file);
  if (!recording.ok) return usage(recording.failure);

  const { mappings, rules, epoch } = subject.value;
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const book = createBook({ epoch, rules, lineOf, canAskAgain: false });
  const place = openReplayPlace(file, epoch);
  for (const observed of place.observed) book.add(observed);
  const chosen = chooseExchanges(recording.value, { filter: options.filter, withWrites: options.writes });
  tellLeftOut(chosen, complain);
  const stop = new AbortController();
  void untilSignal(clock, () => process.exit(130)).then(() => stop.abort());
  const player = openPlayer(new URL(options.against).origin, mappings.operations, rules);
  const parts = { ...player, epoch, signal: stop.signal };
  const authorization = key.value === undefined ? undefined : `Bearer ${key.value}`;
  const show = progressBar('replay', interactive);
  const ended = await playAll(chosen, {
    parts: { ...parts, authorization },
    place,
    book,
    rate: options.rate,
    show,
  });
  await player.close();
  if (!ended) {
    complain('interrupted; the same command goes on from here');
    return 2;
  }
  place.finish();
  const report = book.report(clock.now());
  write(renderReport(report, 'text', { colour }));
  return options.check ? diffExit(report) : 0;
}
