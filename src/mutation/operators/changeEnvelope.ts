import { leafPaths, sourcePath } from '../../mapping/sourcePath';
import { balancedDrops } from '../balancedDrops';
import type { Mutant } from '../mutant';
import type { Subject } from '../subject';

const styles = ['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds'] as const;

/** Another envelope type, another v2 integer as the id, another way to write dates. */
export function changeEnvelope(subject: Subject): readonly Mutant[] {
  const { file, v2 } = subject;
  const { type, id } = file.envelope;
  const integers = leafPaths(v2).filter((path) => {
    const source = sourcePath(v2, path);
    return path !== id && 'kind' in source && source.kind === 'integer';
  });
  return [
    {
      what: `type ${type}s instead of ${type}`,
      path: ['envelope', 'type'],
      edits: [{ path: ['envelope', 'type'], value: `${type}s` }],
    },
    ...integers.map((other) => ({
      what: `id from ${other} instead of ${id}`,
      path: ['envelope', 'id'],
      edits: [{ path: ['envelope', 'id'], value: other }, balancedDrops(subject, [], other)],
    })),
    ...styles
      .filter((style) => style !== file.dates)
      .map((style) => ({
        what: `dates ${style} instead of ${file.dates}`,
        path: ['dates'],
        edits: [{ path: ['dates'], value: style }],
      })),
  ];
}
