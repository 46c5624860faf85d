import { isJsonObject, type Json } from '../../contract/json';
import type { LookupIndex, Operation } from '../../mapping/operation';
import type { Caller } from '../keys/keys';
import { readJsonBytes } from '../readJsonBytes';
import type { Index } from './createIndex';
import { entryOf } from './entryOf';

/** Tells the indexes of a resource what a write has made of one of its items. */
export type Learn = (
  operation: Pick<Operation, 'indexes'>,
  caller: Pick<Caller, 'key'>,
  body: Json,
) => Promise<void>;

/** A write that went to v2 as it came and that v2 has acknowledged. */
export interface PassedWrite {
  readonly method: string;
  readonly target: string;
  /** The whole body of v2's answer. */
  readonly answer: Buffer;
}

/** Tells indexes of a write that was not translated. */
export type LearnPassed = (
  indexes: readonly LookupIndex[],
  caller: Pick<Caller, 'key'>,
  write: PassedWrite,
) => Promise<void>;

type LearnParts = Pick<Index, 'store' | 'names'>;

/**
 * Keeps what was written, so that a new login is found by one read. An item without a login teaches nothing: not every
 * answer to a write shows it. A list that was never read has nothing to be corrected: it will be read whole.
 */
export const createLearn =
  ({ store, names }: LearnParts): Learn =>
  async ({ indexes = [] }, caller, body) => {
    const data = isJsonObject(body) ? (body['data'] ?? null) : null;
    for (const index of indexes) {
      const item = index.read(data);
      if (item === undefined || item.key === null) continue;
      const partition = names.partition(index, caller.key);
      await store.note(partition, [entryOf(item, partition, names)]);
    }
  };

/** The same of what passes through: the item that v2 answers with, and one that is deleted. */
export const createLearnPassed =
  (parts: LearnParts): LearnPassed =>
  async (indexes, caller, { method, target, answer }) => {
    const [path = ''] = target.split('?', 1);
    for (const index of indexes) {
      if (path !== index.path && !path.startsWith(`${index.path}/`)) continue;
      const [id = '', ...rest] = path.slice(index.path.length + 1).split('/');
      if (method === 'DELETE' && rest.length === 0) {
        const partition = parts.names.partition(index, caller.key);
        await parts.store.correct(partition, { id, key: null }, undefined);
        continue;
      }
      const body = readJsonBytes(answer, 'drop');
      if (body.ok) await createLearn(parts)({ indexes: [index] }, caller, body.value);
    }
  };
