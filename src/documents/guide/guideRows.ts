import { type Field, knownWords } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import type { Codec } from '../../mapping/codecs/codec';
import type { GuideRow, Phrase } from './migrationGuide';
import { type AttributeRule, codecAt } from '../../mapping/translate/translationRule';
import type { LedgerAttribute, LedgerMember } from '../../mapping/compile/ledger';
import { fieldAt } from '../../mapping/compile/sourcePath';
import { parameterIn } from '../../mapping/yaml/ruleEntry';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { ResolvedRequest } from '../../mapping/compile/body/resolveRequest';

function copyPhrase({ exact, writes }: Codec, v1: string, v2: string): Phrase {
  if (!exact) return `v1 has ${writes.v1}; v2 has ${writes.v2}.`;
  return v1 === v2 ? 'The same.' : 'The same value under another name.';
}

/** Notes on a v2 field that hold for requests and answers alike. */
function fieldNotes(field: Field | undefined): readonly Phrase[] {
  const words = (knownWords(field) ?? []).map((word) => `\`${word}\``);
  return [
    ...(words.length === 0 ? [] : [`Values so far: ${words.join(', ')}.`]),
    ...(field?.alsoNamed === undefined ? [] : [`The live service also names it \`${field.alsoNamed}\`.`]),
  ];
}

/** Names the value that Lifeboat answers with when v2 has none, and the reason. */
function readStandIn(line: LedgerAttribute): readonly Phrase[] {
  const { default: value, reason, source } = line;
  const why = reason === undefined ? '' : ` (${reason})`;
  if (value === undefined) return reason === undefined ? [] : [`Not simply read from v2${why}.`];
  const owner = parameterIn(source) === undefined ? 'v2' : 'the path';
  const where = source === undefined ? '' : `Where ${owner} has none, `;
  return [`${where}Lifeboat answers \`${JSON.stringify(value)}\`${why}.`];
}

const takesText = (field: Field | undefined): boolean =>
  (field?.kind === 'integer' || field?.kind === 'number') && field.asText;

/** The rules that make an answer, and the contract of the v2 body they read. */
interface AnswerSource {
  readonly rules: readonly AttributeRule[];
  readonly v2: Field;
}

/** Makes the row of one v1 attribute: its place in v2, and the difference. */
export function guideAttributeRow(line: LedgerAttribute, { rules, v2 }: AnswerSource): GuideRow {
  const { attribute, source, class: lossClass, default: value } = line;
  const codec = source === undefined ? undefined : codecAt(rules, attribute);
  const field = source === undefined ? undefined : fieldAt(v2, source);
  return {
    v1: attribute,
    ...definedMembers({ v2: source }),
    class: lossClass,
    difference: [
      ...(codec === undefined ? [] : [copyPhrase(codec, attribute, source ?? '')]),
      ...(parameterIn(source) === undefined ? [] : ['The parameter of the path that the client asked with.']),
      ...(field?.nullable === true && value === undefined ? ['May be null.'] : []),
      ...(takesText(field) ? ['v2 writes the number as text.'] : []),
      ...fieldNotes(field),
      ...readStandIn(line),
    ],
  };
}

function boundPhrases(field: Field | undefined): readonly Phrase[] {
  const most = field?.kind === 'text' ? field.maximumLength : undefined;
  const { minimum, maximum } = field?.kind === 'integer' ? field : {};
  return [
    ...(most === undefined ? [] : [`At most ${most} characters.`]),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
  ];
}

/** Notes on a member that becomes a part of the v2 path, of its query or of its headers. */
function pathNotes({ target, words = {} }: LedgerMember): readonly Phrase[] {
  const pairs = Object.entries(words).map(([v1, v2]) => `\`${v1}\` is \`${v2}\``);
  const kind = target.endsWith(':') ? 'header' : 'query';
  if (/^\?|:$/.test(target) && pairs.length > 0) return [`In the ${kind}: ${pairs.join(', ')}.`];
  if (!target.startsWith('{')) return [];
  return [`Part of the path: ${pairs.length === 0 ? 'one call for each' : pairs.join(', ')}.`];
}

/** Makes the row of one v1 request member: its place in v2, and the difference. */
function sendRow(line: LedgerMember, body: ResolvedRequest): GuideRow {
  const { member, target, class: lossClass, default: value, reason = '' } = line;
  const codec = codecAt(body.rules, member);
  const v1 = fieldAt(body.v1, member);
  const v2 = body.v2 && fieldAt(body.v2, target);
  return {
    v1: member,
    v2: target,
    class: lossClass,
    difference: [
      ...(codec === undefined ? [] : [copyPhrase(codec, member, target)]),
      ...pathNotes(line),
      ...(v2 !== undefined && takesText(v1) && !takesText(v2)
        ? ['v1 also took the number as text; send a number.']
        : []),
      // The bounds that v2 sets and v1 does not set, or sets differently.
      ...boundPhrases(v2).filter((bound) => !boundPhrases(v1).includes(bound)),
      ...fieldNotes(v2),
      ...(value === undefined
        ? []
        : [`Where v1 sends none, Lifeboat sends \`${JSON.stringify(value)}\` (${reason}).`]),
    ],
  };
}

/** Makes the rows of all members of a v1 request body: place and form in v2, or the reason why it is left out. */
export const guideRequestRows = ({ body, sent }: ResolvedOperation): readonly GuideRow[] => [
  ...(body?.ledger.map((line) => sendRow(line, body)) ?? []),
  ...(sent?.members ?? []).map((line) => ({
    v1: line.member,
    v2: line.target,
    class: line.class,
    difference: pathNotes(line),
  })),
  ...[body, sent].flatMap((part) =>
    (part?.losses ?? []).map(({ member, reason }) => ({
      v1: member,
      difference: [`Leave it out: ${reason}.`],
    })),
  ),
];
