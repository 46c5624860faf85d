import type { Environment } from '../config';
import { addKey, addSuccessor } from '../gateway/keys/editKeyTable';
import type { KeySource } from '../gateway/keys/keyTable';
import type { AskSecret } from './askSecret';
import { changeKeyTable } from './changeKeyTable';
import type { ExitCode } from './exitCode';
import type { KeyTableOptions } from './keyTableFile';
import { systemClock } from './systemClock';
import type { Terminal } from './terminal';

/** The options of `lifeboat keys add`. */
export interface AddKeyOptions extends KeyTableOptions {
  readonly v2Env?: string;
  readonly successor: boolean;
}

/** The start refuses other names of this kind, as slips in the name of a setting. */
const isReserved = (variable: string): boolean => /^LIFEBOAT_(?!KEY_)/.test(variable);

/** The day (UTC) of an instant (ms). */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Adds an entry, or to an entry the v2 key that follows the present one. */
export async function keysAdd(
  name: string,
  options: AddKeyOptions,
  ask: AskSecret,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { v2Env, successor } = options;
  if (v2Env !== undefined && isReserved(v2Env)) {
    terminal.complain(`${v2Env} is a name for settings: take one that starts with LIFEBOAT_KEY_`);
    return 2;
  }
  const created = dayOf(systemClock.now());
  const v2Key = async (): Promise<KeySource> =>
    v2Env === undefined ? { value: await ask('v2 key') } : { env: v2Env };
  return changeKeyTable(
    options,
    async (table) => {
      if (successor) {
        const given = await v2Key();
        const full = table.keys.some((entry) => entry.name === name && entry.v2.length === 2);
        if (full) terminal.complain(`warning: the older of the two v2 keys of ${name} is no longer tried`);
        return addSuccessor(table, name, given, created);
      }
      const v1Key = await ask('v1 key');
      return addKey(table, { name, v1Key, v2: await v2Key(), created });
    },
    environment,
    terminal,
  );
}
