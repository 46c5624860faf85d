import type { Operation } from '../http/operation';
import type { Caller } from '../keys/authenticate';
import type { Limit } from './limit';

/** `off`; `documented`: per seller and key; `strict`: also per resource, as the live service does (observed). */
export type LimitMode = 'off' | 'documented' | 'strict';

/** A limit and the name under which its calls are counted. */
export interface NamedLimit extends Limit {
  readonly name: string;
}

const MINUTE = 60;
const HOUR = 3_600;

/** The limits that a call counts for, the main one first. */
export function limitsFor(
  mode: LimitMode,
  operation: Pick<Operation, 'version' | 'method' | 'path'>,
  path: string,
  caller: Caller,
): readonly NamedLimit[] {
  if (mode === 'off') return [];
  // Spec 8: per seller account.
  if (operation.version === 'v1') return [{ name: `v1 ${caller.sellerId}`, most: 500, seconds: MINUTE }];
  // Observed: per key.
  if (operation.method === 'GET') return [{ name: `read ${caller.keyId}`, most: 1_000, seconds: MINUTE }];
  const writes = { name: `write ${caller.keyId}`, most: 500, seconds: MINUTE };
  const resource = resourceOf(operation.path, path);
  if (mode === 'documented' || resource === undefined) return [writes];
  return [
    writes,
    { name: `minute ${caller.keyId} ${resource}`, most: 5, seconds: MINUTE },
    { name: `hour ${caller.keyId} ${resource}`, most: 10, seconds: HOUR },
  ];
}

/** The part of a path that names one resource: up to and with the first parameter of its template. */
function resourceOf(template: string, path: string): string | undefined {
  const at = template.split('/').findIndex((part) => part.startsWith('{'));
  return at === -1
    ? undefined
    : path
        .split('/')
        .slice(0, at + 1)
        .join('/');
}
