import type { GeneralRow, Phrase } from './migrationGuide';
import type { Field } from '../../contract/field';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { leafPaths } from '../../mapping/compile/sourcePath';

/** Changes that hold for every operation, each with its source. */
export const generalRows: readonly GeneralRow[] = [
  {
    topic: 'Key',
    v1: '`Authorization: Bearer KEY`',
    v2: '`Authorization: Bearer KEY`',
    difference: 'The same header. Two keys may be active at once, so change over without a gap (spec 5).',
  },
  {
    topic: 'One resource',
    v1: '`data.id`, `data.type`, `data.attributes.title`',
    v2: '`data.id`, `data.title`',
    difference: 'v2 has no envelope: its ids are integers, and nothing names the type (spec 9).',
  },
  {
    topic: 'Dates',
    v1: 'ISO 8601 text or Unix seconds',
    v2: 'Unix seconds',
    difference: 'An integer in every v2 answer (spec 2); the tables say where v1 wrote text.',
  },
  {
    topic: 'Money in answers',
    v1: 'a number',
    v2: 'decimal text',
    difference: 'Read it as a decimal, not as a binary fraction (spec 2).',
  },
  {
    topic: 'Free-form objects',
    v1: '`{}` when empty',
    v2: '`{}` or `[]` when empty',
    difference: 'Take both for an empty object (observed).',
  },
  {
    topic: 'Errors',
    v1: '`message`; for invalid data also `errors`',
    v2: '`message`; for invalid data also `errors`',
    difference:
      'The same shapes (spec 7), but `errors` names v2 fields, and an entry may be one text instead of a list (observed).',
  },
  {
    topic: 'Pages of a list',
    v1: 'up to 1000 items',
    v2: 'up to 50 items',
    difference:
      'Ask with `page` and `per_page`; sort by `id`, because the default order moves between pages (observed).',
  },
  {
    topic: 'Rate limit',
    v1: '500 requests a minute for the whole account',
    v2: '1000 reads and 500 writes a minute for each key',
    difference:
      'Writes to one resource: 5 a minute and 10 an hour. `X-RateLimit-Remaining` says what is left, `Retry-After` how long to wait (observed).',
  },
];

const listed = (names: readonly string[]): Phrase => names.map((name) => `\`${name}\``).join(', ');

function lookupNotes({ operation }: ResolvedOperation): readonly Phrase[] {
  const { lookup } = operation;
  if (lookup === undefined) return [];
  const { index, by, fills } = lookup;
  return [
    `v2 has no lookup by \`${by}\`. Read the list with \`GET ${index.path}?${index.query(1)}\`, page by page, ` +
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

/** Notes on things that one side always does and the other side only on demand or never. */
function habitNotes({ operation, query }: ResolvedOperation): readonly Phrase[] {
  const { namesKnown, v1, acknowledgement } = operation;
  return [
    ...query.flatMap(({ name, shows = [] }) =>
      shows.length === 0 ? [] : [`v1 fills ${listed(shows)} only with \`${name}=1\`; v2 always does.`],
    ),
    ...(v1.open === true ? ['v1 asks for no key here; v2 does.'] : []),
    ...(namesKnown === undefined
      ? []
      : [`With its 404 v1 names \`${namesKnown.as}\`; in v2 read \`GET ${namesKnown.list.path}\`.`]),
    ...(acknowledgement === undefined
      ? []
      : [
          `v1 answers \`{"message": "${acknowledgement}"}\` alone when v2 does not show what it has changed.`,
        ]),
  ];
}

/** Lists everything that is to be known of an operation beyond its two routes. */
export const operationNotes = (
  resource: ResolvedResource,
  resolved: ResolvedOperation,
): readonly Phrase[] => [
  ...lookupNotes(resolved),
  ...callNotes(resolved),
  ...habitNotes(resolved),
  ...bodyNotes(resolved),
  ...evidenceNotes(resource, resolved),
];
