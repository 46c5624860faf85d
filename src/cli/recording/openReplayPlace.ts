import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Observed } from '../../comparison/observed';
import { readObserved, writeObserved } from '../../comparison/observedText';
import { takeBackTorn } from './takeBackTorn';

/** How far a replay has come: what was observed so far, and whether an exchange is behind it. */
export interface ReplayPlace {
  readonly observed: readonly Observed[];
  readonly isDone: (id: string) => boolean;
  readonly note: (observed: Observed) => void;
  /** The replay has come to its end: another one begins anew. */
  readonly finish: () => void;
}

const isAnswered = ({ outcome, differences }: Observed): boolean =>
  outcome === 'compared' && differences.every(({ kind }) => kind !== 'unavailable');

/**
 * The place is kept beside the recording, a line for each exchange, so that Ctrl-C and a kill lose nothing but the last.
 * Throws when it cannot be read or written.
 */
export function openReplayPlace(recording: string, epoch: string): ReplayPlace {
  const file = `${recording}.replay`;
  if (existsSync(file)) takeBackTorn(file);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  // What other mappings came to says nothing about these; what failed is tried again.
  const observed = lines.map(readObserved).filter((one) => one.epoch === epoch && isAnswered(one));
  const done = new Set(observed.map(({ id }) => id));
  return {
    observed,
    isDone: (id) => done.has(id),
    note: (one) => appendFileSync(file, `${writeObserved(one)}\n`, { mode: 0o600 }),
    finish: () => rmSync(file, { force: true }),
  };
}
