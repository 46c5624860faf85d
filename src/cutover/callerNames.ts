import { createHash } from 'node:crypto';
import type { CutoverStore } from './cutoverStore';

/** The names that people give to callers, by the fingerprint of their key. */
export type NamesByCaller = ReadonlyMap<string, string>;

/** A caller that was asked for, or why nobody can be meant. */
export type FoundCaller =
  { readonly ok: true; readonly caller: string } | { readonly ok: false; readonly sentence: string };

/** Knows callers by name: those of the exchange table, and those that the operator has given. */
export interface CallerNames {
  /** The same map for as long as nothing changes. */
  readonly all: () => NamesByCaller;
  /** A caller as people read it. */
  readonly text: (caller: string) => string;
  /** Finds a caller by name, fingerprint or the beginning of one, among these and all that have a name. */
  readonly find: (asked: string, known: Iterable<string>) => FoundCaller;
  /** Gives a caller a name, or takes it; the sentence says why not. Rejects when the store fails. */
  readonly label: (
    caller: string,
    name: string | undefined,
    known: Iterable<string>,
  ) => Promise<string | undefined>;
  /** Goes on from what the store holds. Rejects when it fails. */
  readonly open: () => Promise<void>;
  /** Writes all labels into a store that may be another one. Rejects when it fails. */
  readonly keepAnew: () => Promise<void>;
}

const FINGERPRINT = /^[0-9a-f]{12}$/;
const BEGINNING = /^[0-9a-f]{4,11}$/;
const NAME = /^[a-z\d][\w.-]{0,39}$/i;

/** Keys are long and have digits in them. */
const LIKE_A_KEY = /(?=[a-z]*\d)[a-z\d]{20}/i;

/** Callers that a refusal names. */
const SHOWN = 5;

/** Writes a caller for people: by name, with the fingerprint that tools know. */
export function callerText(caller: string, name: string | undefined): string {
  if (caller === '') return '(no key)';
  return name === undefined ? caller : `${name} (${caller})`;
}

/** Gives the name of a caller (fingerprint); undefined where nobody has given it one. */
export type CallerName = (caller: string) => string | undefined;

/** Adds the name of a caller to whatever shows the caller, where there is one. */
export function withName<Row extends object>(
  row: Row,
  caller: string | undefined,
  callerName: CallerName,
): Row & { readonly name?: string } {
  const name = caller === undefined ? undefined : callerName(caller);
  return name === undefined ? row : { ...row, name };
}

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Why a text is no name for a caller; a name is shown everywhere, so it must be no secret. */
function refusal(name: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(fingerprintOf(name)) || LIKE_A_KEY.test(name))
    return 'this looks like a key: a name is shown everywhere';
  if (FINGERPRINT.test(name)) return 'this looks like a fingerprint: nobody could tell the two apart';
  return NAME.test(name) ? undefined : 'a name is up to 40 letters, digits and any of . _ -';
}

/** Finds a caller by name, fingerprint or the beginning of one, among these and all that have a name. */
export function findCaller(asked: string, known: Iterable<string>, names: NamesByCaller): FoundCaller {
  if (FINGERPRINT.test(asked)) return { ok: true, caller: asked };
  const callers = [...new Set([...known, ...names.keys()])];
  const named = callers.filter((caller) => names.get(caller) === asked);
  const meant =
    named.length > 0 || !BEGINNING.test(asked) ? named : callers.filter((caller) => caller.startsWith(asked));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { ok: true, caller: only };
  const shown = (meant.length > 0 ? meant : callers)
    .slice(0, SHOWN)
    .map((caller) => callerText(caller, names.get(caller)))
    .join(', ');
  const who = meant.length > 0 ? `${asked} may be ${meant.length} callers` : `no caller ${asked}`;
  return { ok: false, sentence: shown === '' ? `${who}: none was seen yet` : `${who}; there are: ${shown}` };
}

/** Opens the names: those of the exchange table, and over them what the store holds. */
export function createCallerNames(
  store: Pick<CutoverStore, 'labels' | 'saveLabel'>,
  keyNames: () => NamesByCaller,
): CallerNames {
  let labels: NamesByCaller = new Map();
  let joined: { readonly of: readonly NamesByCaller[]; readonly all: NamesByCaller } | undefined;
  const all = (): NamesByCaller => {
    const of = [keyNames(), labels];
    if (joined?.of.some((one, at) => one !== of[at]) !== false)
      joined = { of, all: new Map(of.flatMap((names) => [...names])) };
    return joined.all;
  };
  const text = (caller: string): string => callerText(caller, all().get(caller));
  return {
    all,
    text,
    find: (asked, known) => findCaller(asked, known, all()),
    label: async (caller, name, known) => {
      const others = new Set([...known, ...all().keys()]);
      const refused = name === undefined ? undefined : refusal(name, others);
      if (refused !== undefined) return refused;
      const bearer = [...all()].find(([other, given]) => given === name && other !== caller);
      if (bearer !== undefined) return `${bearer[0]} has the name ${bearer[1]} already`;
      await store.saveLabel(caller, name);
      const kept = [...labels].filter(([other]) => other !== caller);
      labels = new Map(name === undefined ? kept : [...kept, [caller, name]]);
      return undefined;
    },
    open: async () => {
      labels = await store.labels();
    },
    keepAnew: async () => {
      for (const [caller, name] of labels) await store.saveLabel(caller, name);
    },
  };
}
