import type { Operation } from '../compile/compiledOperation';
import type { ResolvedResource } from '../compile/resolveFile';
import type { ResolvedOperation } from '../compile/resolveOperation';
import type { Complaints } from '../yaml/complaints';
import { keyStyleOf } from './keyStyle';
import type { Profile } from './profileFile';

/** The names that an operation reads of a request of v1, and those that it sends to v2. */
type NamesBySide = Readonly<Record<'v1' | 'v2', readonly string[]>>;

/** Lists the texts of the queries of v2 that a mapping makes by itself. */
function ownQueries({ list, lookup, namesKnown, query }: Operation): readonly (string | undefined)[] {
  const askedQuery = query?.(new URLSearchParams());
  return [
    askedQuery?.ok === true ? askedQuery.value.sent : undefined,
    ...[list, namesKnown?.list].map((pages) => pages?.queryAfter('', 1)),
    ...[lookup?.index.query, lookup?.index.changes].map((pageQuery) => pageQuery?.(1)),
  ];
}

/** Lists the parameters of a query; of v2 all but those of the client that the mapping does not know. */
function parametersOf({ operation, query, sent }: ResolvedOperation): NamesBySide {
  const fixed = ownQueries(operation).flatMap((text) => [...new URLSearchParams(text).keys()]);
  const { members = [], losses = [] } = sent ?? {};
  const named = (texts: readonly string[]) => texts.map((text) => text.replace(/^\?/, ''));
  return {
    v1: [...query.map(({ name }) => name), ...named(losses.map(({ member }) => member))],
    v2: [...fixed, ...named(members.map(({ target }) => target))],
  };
}

/** Lists the headers, each as the ledger shows it: `X-Client:`. */
const headersOf = ({ headers }: ResolvedOperation): NamesBySide => ({
  v1: (headers?.members ?? []).map(({ member }) => member),
  v2: (headers?.members ?? []).map(({ target }) => target),
});

const usual = { in: 'header', name: 'authorization' } as const;

/** Reports operations that take the place of a key: v1's key would reach v2, or a client would choose v2's. */
export function reportKeys(
  { v1, v2 }: Profile,
  resources: readonly ResolvedResource[],
  complaints: Complaints,
): void {
  const keys = { v1: keyStyleOf(v1.auth) ?? usual, v2: keyStyleOf(v2.auth) ?? usual };
  for (const resolved of resources.flatMap(({ operations }) => operations)) {
    for (const side of ['v1', 'v2'] as const) {
      const { in: location, name: keyName } = keys[side];
      const isInQuery = location === 'query';
      const names = isInQuery ? parametersOf(resolved) : headersOf(resolved);
      const isKey = (name: string): boolean =>
        isInQuery ? name === keyName : name.toLowerCase() === `${keyName}:`;
      const takenName = names[side].find(isKey);
      if (takenName === undefined) continue;
      const among = isInQuery ? 'in its query' : 'among its headers';
      const message = `${resolved.operation.name} takes ${takenName} ${among}, which shows the key of ${side}`;
      complaints.report([side, 'auth'], 'header-reserved', message, 'delete it there');
    }
  }
}
