import type { Phrase } from './migrationGuide';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { PairWire } from '../../mapping/profile/wire';
import { leafPaths } from '../../mapping/compile/sourcePath';

const listed = (names: readonly string[]): Phrase => names.map((name) => `\`${name}\``).join(', ');

type Outward = Pick<PairWire, 'outward'>;

const when = <Value>(value: Value | undefined, tell: (value: Value) => Phrase): readonly Phrase[] =>
  value === undefined ? [] : [tell(value)];

function callNotes({ operation, query }: ResolvedOperation, { outward }: Outward): readonly Phrase[] {
  const { lookup, each, list, namesKnown, v1, acknowledgement } = operation;
  return [
    ...when(
      lookup,
      ({ index, by, fills }) =>
        `v2 has no lookup by \`${by}\`. Read the list with \`GET ${outward(index.path)}?${index.query(1)}\`, page by page, ` +
        `and keep the id together with \`${index.key}\`: that id is \`{${fills}}\`.`,
    ),
    ...when(each, ({ member }) => `v2 has no such call for several: make one for each of \`${member}\`.`),
    ...when(list, ({ most }) => `v2 puts at most ${most} items on a page.`),
    ...query.flatMap(({ name, shows = [] }) =>
      shows.length === 0 ? [] : [`v1 fills ${listed(shows)} only with \`${name}=1\`; v2 always does.`],
    ),
    ...(v1.open === true ? ['v1 asks for no key here; v2 does.'] : []),
    ...when(
      namesKnown,
      ({ as, list: { path } }) => `With its 404 v1 names \`${as}\`; in v2 read \`GET ${outward(path)}\`.`,
    ),
    ...when(
      acknowledgement,
      (message) =>
        `v1 answers \`{"message": "${message}"}\` alone when v2 does not show what it has changed.`,
    ),
  ];
}

function bodyNotes({ body }: ResolvedOperation): readonly Phrase[] {
  if (body === undefined) return [];
  const { v2, ledger } = body;
  if (v2 === undefined) return ['v2 takes no body.'];
  const fed = new Set(ledger.map(({ target }) => target));
  const unfed = leafPaths(v2).filter((field) => !fed.has(field));
  const isPartial = [...v2.members.values()].every(({ optional }) => optional);
  return [
    ...(isPartial ? ['v2 changes only what is sent: leave out what is to stay as it is.'] : []),
    ...(unfed.length === 0 ? [] : [`v2 also takes ${listed(unfed)}.`]),
  ];
}

/** Lists everything to know about an operation beyond its two routes. */
export function operationNotes(
  { ledger }: ResolvedResource,
  resolved: ResolvedOperation,
  wire: Outward,
): readonly Phrase[] {
  const { name } = resolved.operation;
  const evidence = ledger.references.find(({ operation }) => operation === name)?.evidence ?? {};
  const assumed = Object.entries(evidence).flatMap(([topic, tag]) => (tag === 'assumed' ? [topic] : []));
  return [
    ...callNotes(resolved, wire),
    ...bodyNotes(resolved),
    ...(assumed.length === 0
      ? []
      : [`Try it first: the ${assumed.join(' and the ')} of this call is assumed.`]),
  ];
}
