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
import { writeFault } from '../../runtime/files';
import { type Terminal, columns } from '../terminal';
import type { AskSecret } from './askSecret';
import { systemClock } from '../../runtime/systemClock';
import { counted } from '../../mapping/compile/ledger';

/** Options that name a key table. */
export interface KeyTableOptions {
  readonly config?: string;
  /** File of the table; takes precedence over the settings. */
  readonly file?: string;
  readonly json?: boolean;
}

/** Finds the file of the key table, from the option or the settings. */
function keyTableFile(options: KeyTableOptions, environment: Environment): Result<string, string> {
  if (options.file !== undefined) return success(options.file);
  // With `sandbox: true` no upstream need be configured: only one setting is read.
  const read = readSettings({ file: options.config, environment, colour: false });
  if (!read.ok) return failure(read.failure.join('\n'));
  const { keys } = read.value;
  if (keys.kind === 'exchange') return success(keys.file);
  return failure(
    'there is no key table\n  = hint: set keys.exchange or LIFEBOAT_KEYS_EXCHANGE, or name one with --file',
  );
}

/** A key table and its file. */
interface OpenKeyTable {
  readonly file: string;
  readonly table: KeyTable;
}

/** Opens the key table; if it may be `begun`, a missing file is an empty table. The failure shows no key. */
async function openKeyTable(
  options: KeyTableOptions,
  environment: Environment,
  style: { readonly colour: boolean; readonly begun: boolean },
): Promise<Result<OpenKeyTable, string>> {
  const named = keyTableFile(options, environment);
  if (!named.ok) return named;
  const file = named.value;
  const loaded = await loadKeyTable(file);
  if (loaded.ok) return success({ file, table: loaded.value.table });
  if (style.begun && loaded.failure.some(({ code }) => code === 'key-table-missing')) {
    return success({ file, table: emptyKeyTable });
  }
  return failure(loaded.failure.map((fault) => renderFault(fault, style)).join('\n'));
}

/** Opens the key table, changes it and writes it back; prints the reason without any key if it cannot. */
async function changeKeyTable(
  options: KeyTableOptions,
  change: (table: KeyTable) => Result<KeyTable, string> | Promise<Result<KeyTable, string>>,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour, begun: true });
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
    complain(writeFault(file, error));
    return 1;
  }
  if (options.json === true) write(JSON.stringify({ changed: file }));
  else write(`${file} is changed; a running gateway reloads it by itself`);
  return 0;
}

/** Options of `lifeboat keys add`. */
export interface AddKeyOptions extends KeyTableOptions {
  readonly v2Env?: string;
  readonly successor: boolean;
}

/** True for a name that the start refuses as a misspelled setting: a key needs the prefix `LIFEBOAT_KEY_`. */
const isReserved = (variable: string): boolean => /^LIFEBOAT_(?!KEY_)/.test(variable);

/** Renders the day (UTC) of an instant (ms). */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Adds an entry, or a successor of an entry's v2 key. */
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
        const v2KeySource = await v2Key();
        const full = table.keys.some((entry) => entry.name === name && entry.v2.length === 2);
        if (full) terminal.complain(`warning: the older of the two v2 keys of ${name} is no longer tried`);
        return addSuccessor(table, name, v2KeySource, created);
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

/** Prints the entries of the key table with their age; warnings go to stderr. */
export async function keysList(
  options: KeyTableOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour, begun: false });
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
