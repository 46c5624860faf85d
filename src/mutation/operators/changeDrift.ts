import { knownValues } from '../../mapping/knownValues';
import { sourcePath } from '../../mapping/sourcePath';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

/** Each rule on a declared enumeration that is strict about new values when it was not, or the other way round. */
export function changeDrift({ attributes, answers }: Subject): readonly Mutant[] {
  return [attributes, ...answers].flat().flatMap(({ path, entry, scope }) => {
    const source = sourcePath(scope, entry.from ?? '');
    if ('candidates' in source || knownValues(source) === undefined) return [];
    const drift = entry.drift === 'fail' ? undefined : 'fail';
    return [{ what: `drift ${drift ?? 'warn'}`, path, edits: [{ path: [...path, 'drift'], value: drift }] }];
  });
}
