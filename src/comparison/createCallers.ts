/** One client, by the fingerprint of its key. */
export interface CallerTally {
  compared: number;
  /** Clock ms. */
  latest: number;
}

/** Clients told apart; further ones count together. */
const MOST = 10_000;

/** Stands for all clients beyond them. */
const FURTHER_CALLERS = '(further callers)';

/** Counts what was compared of whom. */
export interface Callers {
  /** Gives the name under which the caller counts. */
  readonly add: (caller: string, at: number) => string;
  readonly all: () => ReadonlyMap<string, CallerTally>;
}

/** No clients yet. */
export function createCallers(): Callers {
  const callers = new Map<string, CallerTally>();
  return {
    add: (caller, at) => {
      const name = callers.has(caller) || callers.size < MOST ? caller : FURTHER_CALLERS;
      const tally = callers.get(name) ?? { compared: 0, latest: at };
      callers.set(name, tally);
      tally.compared += 1;
      tally.latest = Math.max(tally.latest, at);
      return name;
    },
    all: () => callers,
  };
}
