import { failure, type Result, success } from '../../translation/result';
import { digestKey } from './digestKey';
import { type KeyEntry, keyEntry, type KeySource, type KeyTable, keyText } from './keyTable';

/** The edited table, or a sentence for the operator; it holds no key. */
type Edited = Result<KeyTable, string>;

/** A new entry, with its v1 key as the clients send it. */
export interface NewKey {
  readonly name: string;
  readonly v1Key: string;
  readonly v2: KeySource;
  /** Day, `2025-11-30`. */
  readonly created: string;
}

/** A table without entries. */
export const emptyKeyTable: KeyTable = { keys: [] };

const named = (name: string) => (entry: KeyEntry) => entry.name === name;

/** Adds an entry; names and v1 keys are unique. */
export function addKey(table: KeyTable, { name, v1Key, v2, created }: NewKey): Edited {
  if (!keyText.safeParse(v1Key).success)
    return failure('the v1 key is empty or holds spaces or other odd characters');
  const entry = keyEntry.safeParse({ name, v1: digestKey(v1Key).toString('hex'), v2: [v2], created });
  if (!entry.success) return failure(`the ${String(entry.error.issues[0]?.path[0])} is not valid`);
  if (table.keys.some(named(name))) return failure(`there is an entry named ${name} already`);
  const known = table.keys.find(({ v1 }) => v1 === entry.data.v1);
  if (known !== undefined) return failure(`this v1 key stands in the table already, as ${known.name}`);
  return success({ keys: [...table.keys, entry.data] });
}

/**
 * Adds the v2 key that will follow an entry's present one: both are tried while the present one is being deleted
 * (spec 5.4). A second successor takes the place of the first, and the oldest key goes.
 */
export function addSuccessor(table: KeyTable, name: string, v2: KeySource, created: string): Edited {
  const entry = table.keys.find(named(name));
  if (entry === undefined) return failure(`there is no entry named ${name}`);
  const edited = keyEntry.safeParse({ ...entry, v2: [entry.v2.at(-1), v2], created });
  if (!edited.success) return failure('the v2 key is not valid');
  return success({ keys: table.keys.map((other) => (other === entry ? edited.data : other)) });
}

/** Removes an entry: its keys are refused from then on. */
export function removeKey(table: KeyTable, name: string): Edited {
  const keys = table.keys.filter((entry) => entry.name !== name);
  return keys.length === table.keys.length ? failure(`there is no entry named ${name}`) : success({ keys });
}
