import type { Environment } from '../../config';
import type { Result } from '../../contract/result';
import { renderFault } from '../../mapping/yaml/fileFault';
import {
  addKey,
  addSuccessor,
  emptyKeyTable,
  listKeys,
  removeKey,
  writeKeyFile,
} from '../../gateway/keys/editKeyTable';
import { type KeySource, type KeyTable, loadKeyTable } from '../../gateway/keys/keyTable';
import { CommandEnd, type ExitCode, valueOrEnd, readSettings, type Surroundings } from '../command';
import { writeFault } from '../../runtime/files';
import { print, renderTable } from '../terminal';
import { type AskSecret, createAskSecret } from './askSecret';
import { systemClock } from '../../runtime/systemClock';

/** Options that name a key table. */
interface KeyTableOptions {
  readonly config?: string;
  readonly file?: string;
  readonly json?: boolean;
}

interface KeyOptions extends KeyTableOptions {
  readonly name: string;
  readonly v2Env?: string;
  readonly successor: boolean;
}

/** Finds the file of the key table, from the option or the settings. */
function keyTableFile({ config, file }: KeyTableOptions, environment: Environment): string {
  if (file !== undefined) return file;
  // With `sandbox: true` no upstream need be configured: only one setting is read.
  const { keys } = valueOrEnd(readSettings({ file: config, environment, colour: false }));
  if (keys.kind === 'exchange') return keys.file;
  const hint = 'set keys.exchange or LIFEBOAT_KEYS_EXCHANGE, or name one with --file';
  throw new CommandEnd([`there is no key table\n  = hint: ${hint}`], 1);
}

/** Opens a key table; if it may be `begun`, a missing file is an empty one. No reason shows a key. */
async function openKeyTable(file: string, style: { readonly colour: boolean; readonly begun: boolean }) {
  const loaded = await loadKeyTable(file);
  if (loaded.ok) return loaded.value.table;
  if (style.begun && loaded.failure.some(({ code }) => code === 'key-table-missing')) return emptyKeyTable;
  throw new CommandEnd(
    loaded.failure.map((fault) => renderFault(fault, style)),
    1,
  );
}

/** Opens the key table, changes it and writes it back. */
async function changeKeyTable(
  options: KeyTableOptions,
  change: (table: KeyTable) => Result<KeyTable, string> | Promise<Result<KeyTable, string>>,
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const file = keyTableFile(options, environment);
  const changedTable = await change(await openKeyTable(file, { colour: terminal.colour, begun: true }));
  if (!changedTable.ok) throw new CommandEnd([`${file}: ${changedTable.failure}`], 1);
  await writeKeyFile(file, changedTable.value).catch((error: unknown) => {
    throw new CommandEnd([writeFault(file, error)], 1);
  });
  const line = `${file} is changed; a running gateway reloads it by itself`;
  print({ changed: file }, [line], options.json, terminal);
  return 0;
}

/** Recognizes a name that the start refuses as a misspelled setting: a key needs the prefix `LIFEBOAT_KEY_`. */
const isReserved = (variable: string): boolean => /^LIFEBOAT_(?!KEY_)/.test(variable);

/** Renders the day (UTC) of an instant (ms). */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Adds an entry, or a successor of an entry's v2 key. */
export async function addKeyEntry(
  options: KeyOptions,
  around: Surroundings,
  ask: AskSecret = createAskSecret(),
): Promise<ExitCode> {
  const { name, v2Env, successor } = options;
  if (v2Env !== undefined && isReserved(v2Env))
    throw new CommandEnd([`${v2Env} is a name for settings: take one that starts with LIFEBOAT_KEY_`], 2);
  const created = dayOf(systemClock.now());
  const v2Key = async (): Promise<KeySource> =>
    v2Env === undefined ? { value: await ask('v2 key') } : { env: v2Env };
  const addToTable = async (table: KeyTable): Promise<Result<KeyTable, string>> => {
    if (!successor) return addKey(table, { name, v1Key: await ask('v1 key'), v2: await v2Key(), created });
    const v2KeySource = await v2Key();
    const full = table.keys.some((entry) => entry.name === name && entry.v2.length === 2);
    if (full) around.terminal.complain(`warning: the older of the two v2 keys of ${name} is no longer tried`);
    return addSuccessor(table, name, v2KeySource, created);
  };
  return changeKeyTable(options, addToTable, around);
}

export const removeKeyEntry = (
  options: Omit<KeyOptions, 'successor'>,
  around: Surroundings,
): Promise<ExitCode> => changeKeyTable(options, (table) => removeKey(table, options.name), around);

/** Prints the entries of the key table with their age. Warnings go to stderr. */
export async function printKeys(
  options: KeyTableOptions,
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const file = keyTableFile(options, environment);
  const keyTable = await openKeyTable(file, { colour: terminal.colour, begun: false });
  const entries = listKeys(keyTable, systemClock.now());
  const lines = renderTable(entries, ['name', 'v2', 'created', 'ageDays'], ['there is no key in it']);
  print({ keys: entries }, lines, options.json, terminal);
  for (const { name, warning } of entries)
    if (warning !== undefined) terminal.complain(`warning: ${name} is ${warning}`);
  return 0;
}
