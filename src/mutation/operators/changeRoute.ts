import type { Mutant } from '../mutant';
import { statements, type Statement } from '../statements';
import type { Subject } from '../subject';

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** A route with another method, and with each of its fixed segments astray or missing; nothing else is a route. */
function otherRoutes(value: unknown): readonly string[] {
  const [, written, root, template] =
    /^([A-Z]+) (\/v[12]\/)(.+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (written === undefined || root === undefined || template === undefined) return [];
  const segments = template.split('/');
  const join = (method: string, parts: readonly string[]) => `${method} ${root}${parts.join('/')}`;
  return [
    ...methods.filter((method) => method !== written).map((method) => join(method, segments)),
    ...segments.flatMap((segment, index) => {
      if (segment.startsWith('{')) return [];
      const [before, after] = [segments.slice(0, index), segments.slice(index + 1)];
      return [join(written, [...before, `${segment}s`, ...after]), join(written, [...before, ...after])];
    }),
  ];
}

const put = ({ path, value }: Statement, other: string): Mutant => ({
  what: `route ${other} instead of ${String(value)}`,
  path,
  edits: [{ path, value: other }],
});

/** Each route with another method or path. */
export function changeRoute({ file }: Subject): readonly Mutant[] {
  return statements(file).flatMap((statement) =>
    otherRoutes(statement.value).map((other) => put(statement, other)),
  );
}
