import type { Field } from '../../contract/field';
import { codecAt } from '../../mapping/codecAt';
import type { LedgerMember } from '../../mapping/ledger';
import type { ResolvedRequest } from '../../mapping/resolveRequest';
import { sourcePath } from '../../mapping/sourcePath';
import { carriedOver, fieldNotes } from './fieldNotes';
import type { GuideRow, Phrase } from './guide';

const fieldAt = (root: Field, path: string): Field | undefined => {
  const found = sourcePath(root, path);
  return 'candidates' in found ? undefined : found.field;
};

const takesText = (field: Field | undefined): boolean =>
  (field?.kind === 'integer' || field?.kind === 'number') && field.asText;

type Bounds = readonly (readonly [word: string, bound: number | undefined, suffix: string])[];

function boundsOf(field: Field | undefined): Bounds {
  if (field?.kind === 'text') return [['At most', field.maximumLength, ' characters']];
  if (field?.kind !== 'integer') return [];
  return [
    ['At least', field.minimum, ''],
    ['At most', field.maximum, ''],
  ];
}

const bounds = (field: Field | undefined): readonly Phrase[] =>
  boundsOf(field).flatMap(([word, bound, suffix]) =>
    bound === undefined ? [] : [`${word} ${bound}${suffix}.`],
  );

/** Bounds that v2 sets where v1 set none or other ones. */
function newBounds(v1: Field | undefined, v2: Field | undefined): readonly Phrase[] {
  const known = bounds(v1);
  return bounds(v2).filter((bound) => !known.includes(bound));
}

const word = (text: string): Phrase => `\`${text}\``;

/** What a member says in the v2 path. */
function pathNotes({ target, words }: LedgerMember): readonly Phrase[] {
  if (!target.startsWith('{')) return [];
  if (words === undefined) return ['Part of the path: one call for each.'];
  const pairs = Object.entries(words).map(([v1, v2]) => `${word(v1)} is ${word(v2)}`);
  return [`Part of the path: ${pairs.join(', ')}.`];
}

/** What is sent where the client sends nothing, and why. */
function standIn({ default: value, reason }: LedgerMember): readonly Phrase[] {
  if (value === undefined) return [];
  return [`Where v1 sends none, Lifeboat sends ${word(JSON.stringify(value))} (${reason ?? ''}).`];
}

function sendRow(line: LedgerMember, body: ResolvedRequest): GuideRow {
  const { member, target, class: lossClass } = line;
  const codec = codecAt(body.rules, member);
  const v1 = fieldAt(body.v1, member);
  const v2 = body.v2 && fieldAt(body.v2, target);
  return {
    v1: member,
    v2: target,
    class: lossClass,
    difference: [
      ...(codec === undefined ? [] : [carriedOver(codec, member, target)]),
      ...pathNotes(line),
      ...(v2 !== undefined && takesText(v1) && !takesText(v2)
        ? ['v1 also took the number as text; send a number.']
        : []),
      ...newBounds(v1, v2),
      ...fieldNotes(v2),
      ...standIn(line),
    ],
  };
}

/** Every member of a v1 request body: where a client of v2 puts it, in what form, or why nowhere. */
export const sendRows = (body: ResolvedRequest): readonly GuideRow[] => [
  ...body.ledger.map((line) => sendRow(line, body)),
  ...body.losses.map(({ member, reason }) => ({ v1: member, difference: [`Leave it out: ${reason}.`] })),
];
