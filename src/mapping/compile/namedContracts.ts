import type { Codec } from '../codecs/codec';
import { intString } from '../codecs/numberCodecs';
import { textId } from '../codecs/textCodecs';
import { extendContracts, type KnownContracts } from '../../contract/knownContracts';
import { type Field, joinPath } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import type { Path } from '../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../yaml/complaints';
import type { AttributeRule } from '../translate/translationRule';
import type { MappingFile, OperationEntry } from '../yaml/mappingFile';
import type { LookupIndex, Operation } from './compiledOperation';
import { sourcePath } from './sourcePath';

export type ObjectField = Field & { readonly kind: 'object' };

/** Looks up a contract by its name in mappings; reports a missing one. */
export function contractNamed(
  knownFields: ReadonlyMap<string, Field>,
  name: string,
  path: Path,
  complaints: Complaints,
): ObjectField | undefined {
  const field = knownFields.get(name);
  if (field?.kind === 'object') return field;
  const hint =
    didYouMean(name, knownFields.keys()) ?? `the contracts are ${[...knownFields.keys()].join(', ')}`;
  complaints.report(path, 'contract-unknown', `there is no contract ${name}`, hint);
  return undefined;
}

/** Lists the contracts of one side that a file shows, or reads in an answer, and those of its requests. */
function contractsBySide({ contract, operations }: MappingFile, side: 'v1' | 'v2') {
  const entries = Object.values(operations);
  const reads = entries.flatMap(({ calls = {}, notFound }) => [...Object.values(calls), notFound]);
  return {
    shown: [
      contract[side],
      ...entries.map(({ answer }) => answer?.contract[side] ?? ''),
      ...reads.map((read) => (side === 'v2' && read?.contract) || ''),
    ],
    taken: entries.map(({ body }) => body?.contract[side] ?? ''),
  };
}

/** Places in which a word of a contract has an effect. */
const PLACES_BY_WORD = {
  needed: 'answers of v2',
  alsoNamed: 'answers of v2',
  requiredWhen: 'requests of v1',
} as const;

/** A written contract, or a part of it, with the messages in which it is used. */
interface WrittenPart {
  readonly fields: Readonly<Record<string, WrittenField>>;
  readonly path: Path;
  readonly isShownByV1: boolean;
  readonly hasEffect: Readonly<Record<keyof typeof PLACES_BY_WORD, boolean>>;
}

/** Reports words that are for other messages: of `asText`, v1 is always answered a number. */
function checkWords(
  { fields, path: parentPath, isShownByV1, hasEffect }: WrittenPart,
  complaints: Complaints,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const { asText, fields: inner, each, map } = field;
    const path = [...parentPath, name];
    if (asText === true && isShownByV1) {
      const message = `v1 is answered ${name} as a number: \`asText\` is for v2 and for requests`;
      const hint = 'declare it as text; `codec: intString` writes a whole number of v2 as text';
      complaints.report([...path, 'asText'], 'text-unwritten', message, hint);
    }
    for (const word of Object.keys(PLACES_BY_WORD) as (keyof typeof PLACES_BY_WORD)[]) {
      if (field[word] === undefined || hasEffect[word]) continue;
      const message = `${word} applies to nothing here: it is for ${PLACES_BY_WORD[word]}`;
      complaints.reportKey([...path, word], 'word-unused', message, 'delete it');
    }
    // Only the members of a request itself are asked for by a flag.
    const uses = { isShownByV1, hasEffect: { ...hasEffect, requiredWhen: false } };
    checkWords({ ...uses, fields: inner ?? {}, path: [...path, 'fields'] }, complaints);
    checkWords({ ...uses, fields: definedMembers({ each, map }), path }, complaints);
  }
}

/**
 * Returns the contracts that a file may name: the shipped ones with the file's additions. Reports additions without a
 * use.
 */
export function contractsIn(
  file: MappingFile,
  complaints: Complaints,
  isOfOwnPair?: boolean,
): KnownContracts {
  const { adds } = file.contract;
  for (const side of ['v1', 'v2'] as const) {
    const { shown, taken } = contractsBySide(file, side);
    const used = new Set([...shown, ...taken]);
    for (const [name, fields] of Object.entries(adds?.[side] ?? {})) {
      const path = ['contract', 'adds', side, name];
      if (!used.has(name)) {
        const message = `nothing in this file uses the ${side} contract ${name}`;
        const hint = didYouMean(name, used) ?? `name it in \`contract: { ${side}: ${name} }\` of this file`;
        complaints.reportKey(path, 'contract-unused', message, hint);
        continue;
      }
      const [isShown, isOfV2] = [shown.includes(name), side === 'v2'];
      const isReadInV2 = isOfV2 && isShown;
      const hasEffect = {
        needed: isReadInV2,
        alsoNamed: isReadInV2,
        requiredWhen: !isOfV2 && taken.includes(name),
      };
      checkWords({ fields, path, isShownByV1: !isOfV2 && isShown, hasEffect }, complaints);
    }
  }
  return extendContracts(adds, { isOfOwnPair });
}

/** Parts that the operations of one file share. */
export interface OperationContext {
  readonly file: MappingFile;
  readonly contracts: KnownContracts['fields'];
  /** The v1 attributes' contract and the rules that make them. */
  readonly v1: ObjectField;
  /** Contract of v2's answer, without what further calls answer. */
  readonly v2: ObjectField;
  readonly attributes: readonly AttributeRule[];
  /** Returns what the rules read for an operation that answers with the resource, and the translation of it. */
  readonly answerOf: (entry: OperationEntry) => {
    readonly v2: ObjectField;
    readonly answer: Operation['answer'];
  };
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  /** The type of the path parameter that names a resource. */
  readonly idType: 'integer' | 'text';
  readonly complaints: Complaints;
  /** True for a pair that is not the shipped one. */
  readonly isOfOwnPair: boolean;
}

/** The contract of a body that stays empty or is not read. */
export const emptyObject: ObjectField = {
  kind: 'object',
  members: new Map(),
  nullable: false,
  optional: false,
  secret: false,
};

/** Restricts the enumerations at `paths` of a contract to their known values; the text of an `id` is never empty. */
export function closeFields<Of extends Field>(
  field: Of,
  paths: ReadonlySet<string>,
  id?: string,
  path = '',
): Of {
  if (field.kind === 'text') {
    const filledField = path === id ? { ...field, minimumLength: 1 } : field;
    return paths.has(path) ? { ...filledField, closed: true } : filledField;
  }
  if (field.kind !== 'object') return field;
  const members = [...field.members].map(([name, member]): [string, Field] => [
    name,
    closeFields(member, paths, id, joinPath(path, name)),
  ]);
  return { ...field, members: new Map(members) };
}

/** The codecs of an id by its kind in v2. */
export const idCodecs: Readonly<Partial<Record<string, Codec>>> = { integer: intString, text: textId };

/** Finds the codec of the id by its kind in v2; reports an id that is neither an integer nor text. */
export function idCodec({ envelope: { id } }: MappingFile, v2: Field, complaints: Complaints): Codec {
  const source = sourcePath(v2, id);
  const codec = 'kind' in source ? idCodecs[source.kind] : undefined;
  if (codec !== undefined) return codec;
  const hint = 'candidates' in source ? didYouMean(id, source.candidates) : undefined;
  complaints.report(['envelope', 'id'], 'source-unknown', `v2 has no integer or text ${id}`, hint);
  return intString;
}
