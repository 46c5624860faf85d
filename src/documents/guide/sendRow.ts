import type { Field } from '../../contract/field';
import { codecAt } from '../../mapping/codecAt';
import type { LedgerMember } from '../../mapping/ledger';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { sourcePath } from '../../mapping/sourcePath';
import { carriedOver, fieldNotes } from './fieldNotes';
import type { GuideRow, Phrase } from './guide';

type Body = NonNullable<ResolvedOperation['body']>;

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

/** One member of a v1 request body: where a client of v2 puts it, and in what form. */
export function sendRow(line: LedgerMember, body: Body): GuideRow {
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
      ...(takesText(v1) && !takesText(v2) ? ['v1 also took the number as text; send a number.'] : []),
      ...newBounds(v1, v2),
      ...fieldNotes(v2),
    ],
  };
}
