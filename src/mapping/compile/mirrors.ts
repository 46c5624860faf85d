import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import type { Json } from '../../contract/json';
import type { Path } from '../yaml/yamlDocument';
import type { Complaints } from '../yaml/complaints';
import { type Codec, type Kind, valueKind, misfit } from '../codecs/codec';
import { decimalPlaces } from '../codecs/exactDecimal';
import {
  type AttributeRule,
  attributeLeaves,
  type BodyRule,
  codecAt,
  steps,
  valueAt,
} from '../translate/translationRule';
import { validateBody } from '../translate/validateBody';
import { emptyObject } from './namedContracts';
import { type Source, sourceAt } from './sourcePath';
import type { BodyEntry } from '../yaml/mappingFile';

/** Values that distinguish an identity from any other composition of codecs, by request kind. */
const samplesByKind: Readonly<Partial<Record<Kind, readonly Json[]>>> = {
  text: ['', 'a', 'Ab c', 'by_hand'],
  integer: [0, 1, 60, 1_000_000_000],
  number: [0, 1, 12.5, 0.01, 0.000125, 999999.123456],
  boolean: [true, false],
  freeObject: [{}, { a: 1, b: { c: 'd' } }],
};

function samplesOf(kind: Kind, field: Field | undefined): readonly Json[] {
  if (field?.kind === 'list') return listSamples(field);
  if (field?.kind === 'object') return [objectSample(field)];
  if (field?.kind === 'instant') return [{ second: 1, micros: 123_456 }].map(instants[field.notation].print);
  const kindSamples = samplesByKind[kind] ?? [];
  return field === undefined ? kindSamples : scalarSamples(field, kindSamples);
}

function scalarSamples(field: Field, kindSamples: readonly Json[]): readonly Json[] {
  if (field.kind === 'text' && field.closed === true) return field.known ?? [];
  return field.kind === 'number' ? kindSamples.filter((sample) => isWritable(sample, field)) : kindSamples;
}

/** True if a client can write the sample: it may not have more decimals than the request takes. */
const isWritable = (sample: Json, { decimals = Infinity }: Field & { kind: 'number' }): boolean =>
  decimalPlaces(JSON.stringify(sample)) <= decimals;

function listSamples({ element, keyed }: Field & { kind: 'list' }): readonly Json[] {
  const elements = samplesOf(valueKind(element), element);
  return [[], [...elements]].map((list) => (keyed === true ? Object.fromEntries(list.entries()) : list));
}

/** Makes an object whose members differ as far as they can. */
const objectSample = ({ members }: Field & { kind: 'object' }): Json =>
  Object.fromEntries(
    Array.from(members, ([name, member], index) => {
      const values = samplesOf(valueKind(member), member);
      const isOwnText = member.kind === 'text' && member.closed !== true;
      return [name, isOwnText ? name : (values[index % values.length] ?? null)];
    }),
  );

/** Reports whether a client reads back each sample that it writes. */
function isIdentity({ whole, ...writer }: Codec, reader: Codec, source: Source): boolean {
  // A part of a value may end elsewhere when it is read back.
  if (writer.gathers !== undefined) return false;
  return samplesOf(source.kind, source.field).every((sample) => {
    const sent = (whole ?? writer).write(sample);
    if (sent === misfit || sent === undefined) return false;
    return isDeepStrictEqual(reader.read(sent), sample);
  });
}

/** Lists the defaults of the rules at a path and around it: a client reads one of them if v2 shows no value. */
function defaultsAt(
  rules: readonly AttributeRule[],
  [name, ...laterNames]: readonly string[],
): readonly Json[] {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule === undefined || rule.kind === 'constant') return [];
  const ownDefaults = [rule.onNull, rule.onAbsent].flatMap((missing) => {
    const value = missing.kind === 'default' ? valueAt(missing.value, steps(laterNames)) : undefined;
    return value === undefined ? [] : [value];
  });
  return rule.kind === 'object' ? [...ownDefaults, ...defaultsAt(rule.members, laterNames)] : ownDefaults;
}

/**
 * True if a client that writes back what it reads at a path would write a default, there or in an element of a list.
 */
function writesDefault(
  rules: readonly AttributeRule[],
  path: string,
  request: Field,
  member: string,
): boolean {
  const source = sourceAt(request, member);
  if (source === undefined) return false;
  if (defaultsAt(rules, path.split('.')).some((value) => isAccepted(source, value))) return true;
  const leaf = attributeLeaves(rules).find(({ attribute }) => attribute.join('.') === path);
  const inner = leaf?.rule.each?.rules ?? [];
  return attributeLeaves(inner).some(({ attribute }) => {
    const name = attribute.join('.');
    return writesDefault(inner, name, request, `${member}[].${name}`);
  });
}

/** Reports whether v1 takes a value as data, and neither refuses it nor counts it as null. */
function isAccepted({ field }: Source, value: Json): boolean {
  if (field === undefined) return true;
  const checked = validateBody({ ...emptyObject, members: new Map([['value', field]]) }, { value });
  return checked.ok && (checked.value['value'] ?? null) !== null;
}

const hintOf = (writer: Codec, reader: Codec, attribute: string): string =>
  reader.takesOnly === undefined
    ? `${writer.name} on the way in and ${reader.name} on the way out must cancel out, between like kinds`
    : `with \`drift: fail\` ${attribute} reads ${reader.takesOnly.join(', ')} alone, and a client may write more: delete it`;

/** The declared mirrors of one operation: v1 request member -> v1 attribute. */
interface MirrorCheck {
  readonly declared: Readonly<Record<string, string>>;
  readonly path: Path;
  readonly request: Field;
  readonly answer: Field;
  readonly body: readonly BodyRule[];
  readonly attributes: readonly AttributeRule[];
}

/** Checks that a client reads back what it writes: the two codecs of every mirror compose to the identity. */
export function checkMirrors(
  { declared, path, request, answer, body, attributes }: MirrorCheck,
  complaints: Complaints,
): void {
  for (const [member, attribute] of Object.entries(declared)) {
    const memberPath = [...path, member];
    const writer = codecAt(body, member);
    const reader = codecAt(attributes, attribute);
    const source = sourceAt(request, member);
    if (writer === undefined || source === undefined) {
      const message = `no body rule writes ${member}`;
      complaints.reportKey(memberPath, 'mirror-unknown', message, [member, body.map(({ name }) => name)]);
    } else if (reader === undefined) {
      const message = `no attribute rule makes ${attribute}`;
      complaints.report(memberPath, 'mirror-unknown', message, [
        attribute,
        attributes.map(({ name }) => name),
      ]);
    } else if (source.kind !== sourceAt(answer, attribute)?.kind || !isIdentity(writer, reader, source)) {
      const message = `what a client writes to ${member} it does not read back in ${attribute}`;
      complaints.reportKey(memberPath, 'mirror-broken', message, hintOf(writer, reader, attribute));
    } else if (writesDefault(attributes, attribute, request, member)) {
      const message = `a client that writes back what it reads in ${attribute} would write its default to ${member}`;
      const hint = `delete the default: then ${attribute} is null when v2 shows nothing, or refuse the answer with \`required: true\``;
      complaints.reportKey(memberPath, 'default-written-back', message, hint);
    }
  }
}

/** Checks that every member of a request that is not dropped is read back somewhere, or has a reason why not. */
export function checkUnmirrored(
  members: readonly string[],
  { mirrors = {}, unmirrored = {} }: Pick<BodyEntry, 'mirrors' | 'unmirrored'>,
  path: Path,
  complaints: Complaints,
): void {
  for (const member of members) {
    if (Object.hasOwn(mirrors, member) || Object.hasOwn(unmirrored, member)) continue;
    const message = `nothing says where a client reads back what it writes to ${member}`;
    const hint = `add \`${member}: <attribute>\` to mirrors, or \`${member}: <reason>\` to unmirrored`;
    complaints.reportKey([...path, 'mirrors'], 'mirror-missing', message, hint);
  }
  for (const member of Object.keys(unmirrored)) {
    const memberPath = [...path, 'unmirrored', member];
    if (!members.includes(member)) {
      complaints.reportKey(memberPath, 'mirror-unknown', `a v1 request has no ${member}`, [member, members]);
    } else if (Object.hasOwn(mirrors, member)) {
      const message = `${member} is mirrored, and here it is said not to be`;
      complaints.reportKey(memberPath, 'mirrored-twice', message, 'delete this line');
    }
  }
}
