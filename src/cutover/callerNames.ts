import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CutoverStore } from './cutoverStore';
import { replaceEntry } from './stages/stageState';

/** Names that people give to callers, by the fingerprint of their key. */
export type NamesByCaller = ReadonlyMap<string, string>;

/** Found caller, or the reason why none was found. */
export type FoundCaller =
  | { readonly ok: true; readonly caller: string }
  | { readonly ok: false; readonly sentence: string };

/** Names of callers, from the exchange table and from the operator. */
export type CallerNames = ReturnType<typeof createCallerNames>;

const FINGERPRINT = /^[0-9a-f]{12}$/;
const BEGINNING = /^[0-9a-f]{4,11}$/;
const NAME = /^[a-z\d][\w.-]{0,39}$/i;

/** Pattern of text that resembles a key: long, with digits. */
const LIKE_A_KEY = /(?=[a-z]*\d)[a-z\d]{20}/i;

/** Maximum number of callers that a refusal names. */
const SHOWN = 5;

/** Renders a caller for people: by name, with the fingerprint that tools know. */
export function callerText(caller: string, name: string | undefined): string {
  if (caller === '') return '(no key)';
  return name === undefined ? caller : `${name} (${caller})`;
}

/** Returns the name of a caller (fingerprint). Returns undefined if it has none. */
export type CallerName = (caller: string) => string | undefined;

/** Adds a caller's name to a row about it, if it has one. */
export function addCallerName<Row extends object>(
  row: Row,
  caller: string | undefined,
  callerName: CallerName,
): Row & { readonly name?: string } {
  const name = caller === undefined ? undefined : callerName(caller);
  return name === undefined ? row : { ...row, name };
}

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Returns the reason to refuse a name. A name is shown everywhere, so it must not be a secret. */
function nameRefusal(name: string, knownNames: ReadonlySet<string>): string | undefined {
  if (knownNames.has(fingerprintOf(name)) || LIKE_A_KEY.test(name))
    return 'this looks like a key: a name is shown everywhere';
  if (FINGERPRINT.test(name)) return 'this looks like a fingerprint: nobody could distinguish the two';
  return NAME.test(name) ? undefined : 'a name is up to 40 letters, digits and any of . _ -';
}

/** Finds a caller by name, fingerprint or the beginning of a fingerprint, among the known and the named callers. */
export function findCaller(
  askedName: string,
  knownCallers: Iterable<string>,
  names: NamesByCaller,
): FoundCaller {
  if (FINGERPRINT.test(askedName)) return { ok: true, caller: askedName };
  const callers = [...new Set([...knownCallers, ...names.keys()])];
  const named = callers.filter((caller) => names.get(caller) === askedName);
  const isBeginning = named.length === 0 && BEGINNING.test(askedName);
  const meant = isBeginning ? callers.filter((caller) => caller.startsWith(askedName)) : named;
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { ok: true, caller: only };
  const shownNames = (meant.length > 0 ? meant : callers)
    .slice(0, SHOWN)
    .map((caller) => callerText(caller, names.get(caller)))
    .join(', ');
  const who = meant.length > 0 ? `${askedName} may be ${meant.length} callers` : `no caller ${askedName}`;
  return {
    ok: false,
    sentence: shownNames === '' ? `${who}: none was seen yet` : `${who}; there are: ${shownNames}`,
  };
}

/** Creates the names from the exchange table, overridden by the labels in the store. */
export function createCallerNames(
  store: Pick<CutoverStore, 'labels' | 'saveLabel'>,
  keyNames: () => NamesByCaller,
) {
  let labels: NamesByCaller = new Map();
  let joinedNames: { readonly of: readonly NamesByCaller[]; readonly all: NamesByCaller } | undefined;
  const listNames = (): NamesByCaller => {
    const of = [keyNames(), labels];
    if (joinedNames?.of.some((namesByCaller, index) => namesByCaller !== of[index]) !== false)
      joinedNames = { of, all: new Map(of.flatMap((names) => [...names])) };
    return joinedNames.all;
  };
  const nameText = (caller: string): string => callerText(caller, listNames().get(caller));
  return {
    /** Returns all names, as the same map object until a change. */
    listNames,
    /** Renders a caller for people. */
    nameText,
    find: (askedName: string, knownCallers: Iterable<string>): FoundCaller =>
      findCaller(askedName, knownCallers, listNames()),
    /** Returns a caller's name under a label; without one it is that of the exchange table. */
    nameUnder: (caller: string, label: string | undefined): string | undefined =>
      label ?? keyNames().get(caller),
    /** Sets or removes a caller's name. Resolves to a sentence if it is refused. Rejects if the store fails. */
    labelCaller: async (
      caller: string,
      name: string | undefined,
      knownCallers: Iterable<string>,
    ): Promise<string | undefined> => {
      const otherCallers = new Set([...knownCallers, ...listNames().keys()]);
      const refused = name === undefined ? undefined : nameRefusal(name, otherCallers);
      if (refused !== undefined) return refused;
      const bearer = [...listNames()].find(
        ([otherCaller, givenName]) => givenName === name && otherCaller !== caller,
      );
      if (bearer !== undefined) return `${bearer[0]} has the name ${bearer[1]} already`;
      await store.saveLabel(caller, name);
      labels = replaceEntry(labels, caller, name);
      return undefined;
    },
    /** Reads the labels of all processes from the store. Rejects if it fails. */
    readLabels: async (): Promise<void> => {
      const readLabels = await store.labels();
      if (!isDeepStrictEqual(readLabels, labels)) labels = readLabels;
    },
    /** Writes all labels again, because the store may have been replaced. Rejects if it fails. */
    rewriteLabels: async (): Promise<void> => {
      for (const [caller, name] of labels) await store.saveLabel(caller, name);
    },
  };
}
