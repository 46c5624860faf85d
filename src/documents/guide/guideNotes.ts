import type { Phrase } from './migrationGuide';
import type { Field } from '../../contract/field';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { PairWire } from '../../mapping/profile/wire';
import { leafPaths } from '../../mapping/compile/sourcePath';

const listed = (names: readonly string[]): Phrase => names.map((name) => `\`${name}\``).join(', ');

type Outward = Pick<PairWire, 'outward'>;

function lookupNotes({ operation }: ResolvedOperation, { outward }: Outward): readonly Phrase[] {
  const { lookup } = operation;
  if (lookup === undefined) return [];
  const { index, by, fills } = lookup;
  return [
    `v2 has no lookup by \`${by}\`. Read the list with \`GET ${outward(index.path)}?${index.query(1)}\`, page by page, ` +
      `and keep the id together with \`${index.key}\`: that id is \`{${fills}}\`.`,
  ];
}

const isPartial = (v2: Field): boolean =>
  v2.kind === 'object' && [...v2.members.values()].every(({ optional }) => optional);

function bodyNotes({ body }: ResolvedOperation): readonly Phrase[] {
  if (body === undefined) return [];
  if (body.v2 === undefined) return ['v2 takes no body.'];
  const fed = new Set(body.ledger.map(({ target }) => target));
  const unfed = leafPaths(body.v2).filter((field) => !fed.has(field));
  return [
    ...(isPartial(body.v2) ? ['v2 changes only what is sent: leave out what is to stay as it is.'] : []),
    ...(unfed.length === 0 ? [] : [`v2 also takes ${listed(unfed)}.`]),
  ];
}

function evidenceNotes({ ledger }: ResolvedResource, { operation }: ResolvedOperation): readonly Phrase[] {
  const evidence = ledger.references.find((line) => line.operation === operation.name)?.evidence ?? {};
  const assumed = Object.entries(evidence).flatMap(([topic, tag]) => (tag === 'assumed' ? [topic] : []));
  return assumed.length === 0
    ? []
    : [`Try it first: the ${assumed.join(' and the ')} of this call is assumed.`];
}

function callNotes({ operation: { each, list } }: ResolvedOperation): readonly Phrase[] {
  return [
    ...(each === undefined
      ? []
      : [`v2 has no such call for several: make one for each of \`${each.member}\`.`]),
    ...(list === undefined ? [] : [`v2 puts at most ${list.most} items on a page.`]),
  ];
}

/** Notes on behaviour that one side always has and the other side has only on demand or never. */
function habitNotes({ operation, query }: ResolvedOperation, { outward }: Outward): readonly Phrase[] {
  const { namesKnown, v1, acknowledgement } = operation;
  return [
    ...query.flatMap(({ name, shows = [] }) =>
      shows.length === 0 ? [] : [`v1 fills ${listed(shows)} only with \`${name}=1\`; v2 always does.`],
    ),
    ...(v1.open === true ? ['v1 asks for no key here; v2 does.'] : []),
    ...(namesKnown === undefined
      ? []
      : [`With its 404 v1 names \`${namesKnown.as}\`; in v2 read \`GET ${outward(namesKnown.list.path)}\`.`]),
    ...(acknowledgement === undefined
      ? []
      : [
          `v1 answers \`{"message": "${acknowledgement}"}\` alone when v2 does not show what it has changed.`,
        ]),
  ];
}

/** Lists everything to know about an operation beyond its two routes. */
export const operationNotes = (
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  wire: Outward,
): readonly Phrase[] => [
  ...lookupNotes(resolved, wire),
  ...callNotes(resolved),
  ...habitNotes(resolved, wire),
  ...bodyNotes(resolved),
  ...evidenceNotes(resource, resolved),
];
