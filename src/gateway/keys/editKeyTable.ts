import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { differenceInHours } from 'date-fns/differenceInHours';
import { parseISO } from 'date-fns/parseISO';
import { stringify } from 'yaml';
import { type KeyEntry, keyEntry, type KeySource, type KeyTable, keyText } from './keyTable';
import { failure, type Result, success } from '../../contract/result';
import { digestKey } from './clientKeys';

const HEADER = '# v1 keys (as SHA-256) and the v2 keys they stand for. `lifeboat keys` edits this file.\n';

/** Writes a key table as a whole, so that a reader or a crash finds the old or the new one, for its owner only. */
export async function writeKeyFile(file: string, table: KeyTable): Promise<void> {
  // A link stays a link: the file that it leads to is replaced.
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, HEADER + stringify(table), { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

/** One entry, fit to be shown. */
export interface ListedKey {
  readonly name: string;
  /** The sources of its v2 keys, e.g. `env SELLER_KEY`; never a key. */
  readonly v2: readonly string[];
  readonly created: string;
  /** Whole days since the entry's newest v2 key was created. */
  readonly ageDays: number;
  readonly warning?: string;
}

const HOURS_PER_DAY = 24;
/** Age (days) at which keys are to be rotated (spec 5.8). */
const ROTATION_DAYS = 90;

/** Returns the entries of a table with their age at an instant (ms since the Unix epoch). */
export const listKeys = (table: KeyTable, now: number): readonly ListedKey[] =>
  table.keys.map(({ name, v2, created }) => {
    const ageDays = Math.max(0, Math.floor(differenceInHours(now, parseISO(created)) / HOURS_PER_DAY));
    return {
      name,
      v2: v2.map((source) => ('env' in source ? `env ${source.env}` : 'in the table')),
      created,
      ageDays,
      ...(ageDays > ROTATION_DAYS ? { warning: `older than ${ROTATION_DAYS} days: rotate it` } : {}),
    };
  });

/** The edited table, or a sentence for the operator; it holds no key. */
type Edited = Result<KeyTable, string>;

interface NewClientKey {
  readonly name: string;
  readonly v1Key: string;
  readonly v2: KeySource;
  /** Day, `2025-11-30`. */
  readonly created: string;
}

export const emptyKeyTable: KeyTable = { keys: [] };

const createNameTest = (name: string) => (entry: KeyEntry) => entry.name === name;

const NAME = 'name (up to 64 letters, digits and any of . _ - @)';

const partName = (member: PropertyKey | undefined): string =>
  ({ name: NAME, v1: 'v1 key', v2: 'v2 key', created: 'date' })[String(member)] ?? String(member);

/** Adds an entry. Names and v1 keys are unique. */
export function addKey(table: KeyTable, { name, v1Key, v2, created }: NewClientKey): Edited {
  if (!keyText.safeParse(v1Key).success)
    return failure('the v1 key is empty or holds spaces or other odd characters');
  const entry = keyEntry.safeParse({ name, v1: digestKey(v1Key).toString('hex'), v2: [v2], created });
  if (!entry.success) return failure(`the ${partName(entry.error.issues[0]?.path[0])} is not valid`);
  if (table.keys.some(createNameTest(name))) return failure(`there is an entry named ${name} already`);
  const listedKey = table.keys.find(({ v1 }) => v1 === entry.data.v1);
  if (listedKey !== undefined)
    return failure(`this v1 key stands in the table already, as ${listedKey.name}`);
  return success({ keys: [...table.keys, entry.data] });
}

/** Adds the v2 key that will follow the present one. Both are tried meanwhile (spec 5.4). The oldest key is removed. */
export function addSuccessor(table: KeyTable, name: string, v2: KeySource, created: string): Edited {
  const entry = table.keys.find(createNameTest(name));
  if (entry === undefined) return failure(`there is no entry named ${name}`);
  const edited = keyEntry.safeParse({ ...entry, v2: [entry.v2.at(-1), v2], created });
  if (!edited.success) return failure('the v2 key is not valid');
  return success({ keys: table.keys.map((listed) => (listed === entry ? edited.data : listed)) });
}

/** Removes an entry: its keys are refused from then on. */
export function removeKey(table: KeyTable, name: string): Edited {
  const keys = table.keys.filter((entry) => entry.name !== name);
  return keys.length === table.keys.length ? failure(`there is no entry named ${name}`) : success({ keys });
}
