import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import { callerText, type NamesByCaller } from '../../cutover/callerNames';
import { digestKey, fingerprintOf } from '../../gateway/keys/clientKeys';
import { loadExchanges } from '../../gateway/keys/keyTable';
import { renderFault } from '../../mapping/yaml/fileFault';
import { CommandEnd } from '../command';
import { readCallerNames } from '../diff/diffMappings';
import { operatorKey } from '../doctor/checkKeys';

/** The keys that a recording is played with. */
export interface ReplayKeys {
  readonly names: NamesByCaller;
  /** Finds the key of an exchange; undefined if its caller has no key, and the exchange cannot be played. */
  readonly of: (
    exchange: Pick<RecordedExchange, 'caller'>,
  ) => { readonly authorization?: string } | undefined;
}

/** Reads the v2 keys of the exchange table by caller; undefined without a table. */
async function readTable({ keys }: Config, environment: Environment, style: { readonly colour: boolean }) {
  if (keys.kind === 'passOn') return undefined;
  const read = await loadExchanges(keys.file, environment);
  if (read.ok) return new Map(read.value.map(({ v1, v2 }) => [fingerprintOf(v1), v2[0]]));
  throw new CommandEnd(
    read.failure.map((fault) => renderFault(fault, style)),
    3,
  );
}

/** Chooses between the named key, for its holder's exchanges, and the keys of the table. */
function keysFor(
  key: string | undefined,
  holder: string | undefined,
  table: ReadonlyMap<string, string> | undefined,
): ReplayKeys['of'] {
  const sent = (ownKey: string | undefined) =>
    ownKey === undefined ? undefined : { authorization: `Bearer ${ownKey}` };
  // Without any key, requests are sent without one, and v2 decides.
  const without = key === undefined && table === undefined ? {} : undefined;
  return ({ caller }) => {
    if (caller === '') return {};
    if (caller === undefined) return sent(key) ?? {};
    return sent(caller === holder ? key : table?.get(caller)) ?? without;
  };
}

/**
 * Finds a key for every caller of a recording: the named key for its owner, who is the only caller or has its
 * fingerprint, and the exchange table of the settings for all others.
 */
export async function openReplayKeys(
  keyEnv: string | undefined,
  config: Config,
  exchanges: readonly RecordedExchange[],
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<ReplayKeys> {
  const named = operatorKey(keyEnv, environment);
  if (!named.ok) throw new CommandEnd([`--key-env: ${named.failure.message}`], 3);
  const key = named.value;
  const table = await readTable(config, environment, style);
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
  return { names, of: keysFor(key, holder, table) };
}
