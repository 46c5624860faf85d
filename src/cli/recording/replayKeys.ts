import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Environment } from '../../config';
import { callerText, findCaller, type NamesByCaller } from '../../cutover/callerNames';
import { renderFault } from '../../mapping/yaml/fileFault';
import { digestKey, fingerprintOf, namesIn } from '../../gateway/keys/clientKeys';
import { loadExchanges } from '../../gateway/keys/keyTable';
import { failure, type Result, success } from '../../contract/result';
import { operatorKey } from '../doctor/checkKeys';

/** Whose requests are played, and with which keys. */
export interface ReplayKeyOptions {
  readonly keyEnv?: string | undefined;
  /** Exchange table that holds the keys of all callers. */
  readonly keys?: string | undefined;
  /** Only this caller's requests: its name in the table, its fingerprint, or the beginning of one. */
  readonly caller?: string | undefined;
}

/** The keys that a recording is played with. */
export interface ReplayKeys {
  /** The only caller whose requests are played; undefined: all. */
  readonly caller: string | undefined;
  readonly names: NamesByCaller;
  /** What an exchange is sent with; undefined where there is no key of its caller, so that it cannot be played. */
  readonly of: (
    exchange: Pick<RecordedExchange, 'caller'>,
  ) => { readonly authorization?: string } | undefined;
}

const bearer = (key: string): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });

/** Those who have shown a key. */
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

/** The caller that one key is of; undefined where nobody can say. */
function holderOf(key: string, chosen: string | undefined, callers: ReadonlySet<string>): string | undefined {
  const own = fingerprintOf(digestKey(key));
  const [only] = callers;
  return chosen ?? (callers.has(own) || callers.size !== 1 ? own : only);
}

/** Why one key is not enough; undefined where it is clear whose it is. */
function notClear(
  holder: string | undefined,
  callers: ReadonlySet<string>,
  { names, keys }: Table,
): string | undefined {
  if (holder === undefined || keys.size > 0 || callers.size === 0 || callers.has(holder)) return undefined;
  const who = [...callers].map((one) => callerText(one, names.get(one))).join(', ');
  return `${callers.size} callers were recorded (${who}) and one key is given: --caller says whose it is, or --keys names the exchange table with all of them`;
}

/** Chooses what an exchange is sent with, between the given key, which is of its holder, and those of a table. */
function keysFor(
  given: string | undefined,
  holder: string | undefined,
  keys: Table['keys'] | undefined,
): ReplayKeys['of'] {
  const sent = (own: string | undefined) => (own === undefined ? undefined : bearer(own));
  // Without any key v2 says what it thinks of that.
  const without = given === undefined && keys === undefined ? {} : undefined;
  return ({ caller }) => {
    if (caller === '') return {};
    if (caller === undefined) return sent(given) ?? {};
    return sent(caller === holder ? given : keys?.get(caller)) ?? without;
  };
}

/** Finds a key for every caller of a recording; the failure says what does not make sense. */
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
  const { names, keys } = table.value;
  const callers = callersIn(exchanges);
  const chosen = options.caller === undefined ? undefined : findCaller(options.caller, callers, names);
  if (chosen?.ok === false) return failure([`--caller: ${chosen.sentence}`]);
  const caller = chosen?.caller;
  const given = key.value;
  const holder = given === undefined ? undefined : holderOf(given, caller, callers);
  const wrong = notClear(holder, callers, table.value);
  if (wrong !== undefined) return failure([wrong]);
  return success({
    caller,
    names,
    of: keysFor(given, holder, options.keys === undefined ? undefined : keys),
  });
}
