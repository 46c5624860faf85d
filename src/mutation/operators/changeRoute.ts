import type { Path } from '../../document/document';
import type { Mutant } from '../mutant';

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** A written route with another method, and with each of its fixed segments astray or missing. */
export function changeRoute(route: string, path: Path): readonly Mutant[] {
  const [written = '', template = ''] = route.split(' ');
  const [root = '', version = '', ...segments] = template.split('/');
  const join = (method: string, parts: readonly string[]) =>
    `${method} ${[root, version, ...parts].join('/')}`;
  const others = [
    ...methods.filter((method) => method !== written).map((method) => join(method, segments)),
    ...segments.flatMap((segment, index) => {
      if (segment.startsWith('{')) return [];
      const [before, after] = [segments.slice(0, index), segments.slice(index + 1)];
      return [join(written, [...before, `${segment}s`, ...after]), join(written, [...before, ...after])];
    }),
  ];
  return others.map((value) => ({
    what: `route ${value} instead of ${route}`,
    path,
    edits: [{ path, value }],
  }));
}
