import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { renderFault } from '../../mapping/yaml/fileFault';
import {
  addKey,
  addSuccessor,
  emptyKeyTable,
  type ListedKey,
  listKeys,
  removeKey,
  writeKeyFile,
} from '../../gateway/keys/editKeyTable';
import { type KeySource, type KeyTable, loadKeyTable } from '../../gateway/keys/keyTable';
import { type ExitCode, readSettings } from '../command';
import { reasonOf } from '../../runtime/files';
import type { Terminal } from '../terminal';
import type { AskSecret } from '../askSecret';
import { systemClock } from '../../runtime/systemClock';
import { counted } from '../../mapping/compile/ledger';
import { columns } from '../table';

/** Where a key table may be named. */
export interface KeyTableOptions {
  readonly config?: string;
  /** Wins over the settings. */
  readonly file?: string;
  readonly json?: boolean;
}

/** The file of the key table, from the option or the settings. */
function keyTableFile(options: KeyTableOptions, environment: Environment): Result<string, string> {
  if (options.file !== undefined) return success(options.file);
  // Only one setting is asked for: an upstream is not needed here, which is what `sandbox` says.
  const read = readSettings({ file: options.config, environment, colour: false });
  if (!read.ok) return failure(read.failure.join('\n'));
  const { keys } = read.value;
  if (keys.kind === 'exchange') return success(keys.file);
  return failure(
    'there is no key table\n  = hint: set keys.exchange or LIFEBOAT_KEYS_EXCHANGE, or name one with --file',
  );
}

/** A key table and where it is kept. */
interface OpenKeyTable {
  readonly file: string;
  readonly table: KeyTable;
}

/** Opens the key table, empty where there is none yet; the failure is told for people and shows no key. */
async function openKeyTable(
  options: KeyTableOptions,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<OpenKeyTable, string>> {
  const named = keyTableFile(options, environment);
  if (!named.ok) return named;
  const file = named.value;
  const loaded = await loadKeyTable(file);
  if (loaded.ok) return success({ file, table: loaded.value.table });
  if (loaded.failure.some(({ code }) => code === 'key-table-missing')) {
    return success({ file, table: emptyKeyTable });
  }
  return failure(loaded.failure.map((fault) => renderFault(fault, style)).join('\n'));
}

/** Opens the key table, changes it and writes it back; what stands in the way is printed, with no key in it. */
async function changeKeyTable(
  options: KeyTableOptions,
  change: (table: KeyTable) => Result<KeyTable, string> | Promise<Result<KeyTable, string>>,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour });
  if (!opened.ok) {
    complain(opened.failure);
    return 1;
  }
  const { file, table } = opened.value;
  const changed = await change(table);
  if (!changed.ok) {
    complain(`${file}: ${changed.failure}`);
    return 1;
  }
  try {
    await writeKeyFile(file, changed.value);
  } catch (error) {
    complain(`${file} cannot be written: ${reasonOf(error)}`);
    return 1;
  }
  if (options.json === true) write(JSON.stringify({ changed: file }));
  else write(`${file} is changed; a running gateway takes it over by itself`);
  return 0;
}

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

/** Removes an entry. */
export function keysRemove(
  name: string,
  options: KeyTableOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  return changeKeyTable(options, (table) => removeKey(table, name), environment, terminal);
}

const row = ({ name, v2, created, ageDays }: ListedKey): readonly string[] => [
  name,
  v2.join(', then '),
  created,
  counted(ageDays, 'day'),
];

/** Prints the entries of the key table and their age; warnings go to stderr. */
export async function keysList(
  options: KeyTableOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour });
  if (!opened.ok) {
    complain(opened.failure);
    return 1;
  }
  const entries = listKeys(opened.value.table, systemClock.now());
  if (options.json === true) write(JSON.stringify({ keys: entries }, null, 2));
  else for (const line of columns([['name', 'v2 key', 'since', 'age'], ...entries.map(row)])) write(line);
  for (const { name, warning } of entries) {
    if (warning !== undefined) complain(`warning: ${name} is ${warning}`);
  }
  return 0;
}
