import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Environment } from '../../config';
import { callerText, findCaller, type FoundCaller, type NamesByCaller } from '../../cutover/callerNames';
import { renderFault } from '../../mapping/yaml/fileFault';
import { digestKey, fingerprintOf, namesIn } from '../../gateway/keys/clientKeys';
import { loadExchanges } from '../../gateway/keys/keyTable';
import { failure, type Result, success } from '../../contract/result';
import { readSettings } from '../command';
import { readCallerNames } from '../diff/diffMappings';
import { operatorKey } from '../doctor/checkKeys';

/** Options that choose the caller and the keys of a replay. */
export interface ReplayKeyOptions {
  readonly keyEnv?: string | undefined;
  /** File of the exchange table with the keys of all callers. */
  readonly keys?: string | undefined;
  /** Plays only this caller's requests: its name, its fingerprint, or the beginning of one. */
  readonly caller?: string | undefined;
  /** Settings file of the gateway whose names of callers are used in addition to those of `keys`. */
  readonly config?: string | undefined;
}

/** The keys that a recording is played with. */
export interface ReplayKeys {
  /** The only caller whose requests are played; undefined: all. */
  readonly caller: string | undefined;
  readonly names: NamesByCaller;
  /** Finds the key of an exchange; undefined if its caller has no key, and the exchange cannot be played. */
  readonly of: (
    exchange: Pick<RecordedExchange, 'caller'>,
  ) => { readonly authorization?: string } | undefined;
}

const bearer = (key: string): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });

/** Collects the callers that sent a key. */
const callersIn = (exchanges: readonly RecordedExchange[]): ReadonlySet<string> =>
  new Set(exchanges.flatMap(({ caller = '' }) => (caller === '' ? [] : [caller])));

interface Table {
  readonly names: NamesByCaller;
  /** v2 keys by caller. */
  readonly keys: ReadonlyMap<string, string>;
}

async function readTable(
  file: string | undefined,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<Table, readonly string[]>> {
  const read = file === undefined ? success([]) : await loadExchanges(file, environment);
  if (!read.ok) return failure(read.failure.map((fault) => renderFault(fault, style)));
  const keys = new Map(read.value.map(({ v1, v2 }) => [fingerprintOf(v1), v2[0]]));
  return success({ names: namesIn(read.value), keys });
}

/** Reads the names that the gateway of the settings gives its callers; a replay also works without settings. */
async function configuredNames(
  file: string | undefined,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<NamesByCaller, readonly string[]>> {
  const settings = readSettings({ file, environment, ...style });
  if (settings.ok) return success(await readCallerNames(settings.value));
  return file === undefined ? success(new Map()) : settings;
}

/** Finds the asked caller, by label or else by its name in the table; undefined if no caller was asked for. */
function chosenCaller(
  askedKey: string | undefined,
  callers: ReadonlySet<string>,
  names: NamesByCaller,
  inTable: NamesByCaller,
): FoundCaller | { readonly ok: true; readonly caller: undefined } {
  if (askedKey === undefined) return { ok: true, caller: undefined };
  const labelled = findCaller(askedKey, callers, names);
  const named = labelled.ok ? labelled : findCaller(askedKey, callers, inTable);
  return named.ok ? named : labelled;
}

/** Finds the caller that owns the given key; undefined if the owner is unknown. */
function holderOf(key: string, chosen: string | undefined, callers: ReadonlySet<string>): string | undefined {
  const ownFingerprint = fingerprintOf(digestKey(key));
  const [only] = callers;
  return chosen ?? (callers.has(ownFingerprint) || callers.size !== 1 ? ownFingerprint : only);
}

/** Explains why one key is not enough; undefined if its owner is clear. */
function notClear(
  holder: string | undefined,
  callers: ReadonlySet<string>,
  { names, keys }: Table,
): string | undefined {
  if (holder === undefined || keys.size > 0 || callers.size === 0 || callers.has(holder)) return undefined;
  const who = [...callers].map((caller) => callerText(caller, names.get(caller))).join(', ');
  return `${callers.size} callers were recorded (${who}) and one key is given: --caller says whose it is, or --keys names the exchange table with all of them`;
}

/** Chooses between the given key, for its holder's exchanges, and the keys of a table. */
function keysFor(
  givenKey: string | undefined,
  holder: string | undefined,
  keys: Table['keys'] | undefined,
): ReplayKeys['of'] {
  const sent = (ownKey: string | undefined) => (ownKey === undefined ? undefined : bearer(ownKey));
  // Without any key, requests are sent without one, and v2 decides.
  const without = givenKey === undefined && keys === undefined ? {} : undefined;
  return ({ caller }) => {
    if (caller === '') return {};
    if (caller === undefined) return sent(givenKey) ?? {};
    return sent(caller === holder ? givenKey : keys?.get(caller)) ?? without;
  };
}

/** Finds a key for every caller of a recording; the failure is the reason why not. */
export async function openReplayKeys(
  options: ReplayKeyOptions,
  exchanges: readonly RecordedExchange[],
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<ReplayKeys, readonly string[]>> {
  const key = operatorKey(options.keyEnv, environment);
  if (!key.ok) return failure([`--key-env: ${key.failure.message}`]);
  const table = await readTable(options.keys, environment, style);
  if (!table.ok) return table;
  const configured = await configuredNames(options.config, environment, style);
  if (!configured.ok) return configured;
  const { keys } = table.value;
  // As in the gateway, a label takes precedence over a name in a table, but that name still finds its caller.
  const names = new Map([...table.value.names, ...configured.value]);
  const callers = callersIn(exchanges);
  const chosen = chosenCaller(options.caller, callers, names, table.value.names);
  if (!chosen.ok) return failure([`--caller: ${chosen.sentence}`]);
  const { caller } = chosen;
  const givenKey = key.value;
  const holder = givenKey === undefined ? undefined : holderOf(givenKey, caller, callers);
  const wrong = notClear(holder, callers, { names, keys });
  if (wrong !== undefined) return failure([wrong]);
  return success({
    caller,
    names,
    of: keysFor(givenKey, holder, options.keys === undefined ? undefined : keys),
  });
}
