import { createHash } from 'node:crypto';
import type { Subject } from '../cutover/cutover';
import type { Mappings } from '../mapping/loadMappings';
import { packageVersion } from './packageVersion';

/** What there is to move, and what evidence is collected with: these mappings and this version of the gateway. */
export function cutoverSubject({ operations, hash }: Pick<Mappings, 'operations' | 'hash'>): Subject {
  const names = [...new Set(operations.map(({ resource }) => resource))];
  return {
    epoch: createHash('sha256').update(`${hash}\0${packageVersion()}`).digest('hex').slice(0, 12),
    resources: names.map((name) => ({
      name,
      operations: operations.filter(({ resource }) => resource === name).map((operation) => operation.name),
    })),
  };
}
