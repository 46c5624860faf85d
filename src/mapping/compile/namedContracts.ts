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

/** Lists the names of the contracts of one side that a file uses. */
const usedContracts = ({ contract, operations }: MappingFile, side: 'v1' | 'v2'): ReadonlySet<string> =>
  new Set([
    contract[side],
    ...Object.values(operations).flatMap(({ body, answer, calls = {}, notFound }) => [
      body?.contract[side] ?? '',
      answer?.contract[side] ?? '',
      ...(side === 'v2' ? [notFound, ...Object.values(calls)] : []).map((read) => read?.contract ?? ''),
    ]),
  ]);

/** Reports `asText` where no number is read by it: v1 is always answered a number, and an instant has its notation. */
function checkTexts(
  fields: Readonly<Record<string, WrittenField>>,
  parentPath: Path,
  isShownByV1: boolean,
  complaints: Complaints,
): void {
  for (const [name, { asText, type, fields: inner, each, map }] of Object.entries(fields)) {
    const path = [...parentPath, name];
    const isNumeric = type === 'integer' || type === 'number';
    if (asText === true && (isShownByV1 || !isNumeric)) {
      const message = isNumeric
        ? `v1 is answered ${name} as a number: \`asText\` is for v2 and for requests`
        : `\`asText\` is for an integer or a number, and ${name} is neither`;
      const hint = 'declare it as text; `codec: intString` writes a whole number of v2 as text';
      complaints.report([...path, 'asText'], 'text-unwritten', message, hint);
    }
    checkTexts(inner ?? {}, [...path, 'fields'], isShownByV1, complaints);
    for (const [word, part] of Object.entries(definedMembers({ each, map })))
      checkTexts({ [word]: part }, path, isShownByV1, complaints);
  }
}

/** Lists the v1 contracts that a file answers with. */
const answeredContracts = ({ contract, operations }: MappingFile): readonly string[] => [
  contract.v1,
  ...Object.values(operations).flatMap(({ answer }) => answer?.contract.v1 ?? []),
];

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
    const used = usedContracts(file, side);
    for (const name of Object.keys(adds?.[side] ?? {}).filter((fieldName) => !used.has(fieldName))) {
      const message = `nothing in this file uses the ${side} contract ${name}`;
      const hint = didYouMean(name, used) ?? `name it in \`contract: { ${side}: ${name} }\` of this file`;
      complaints.reportKey(['contract', 'adds', side, name], 'contract-unused', message, hint);
    }
    for (const [name, fields] of Object.entries(adds?.[side] ?? {})) {
      const isShownByV1 = side === 'v1' && answeredContracts(file).includes(name);
      checkTexts(fields, ['contract', 'adds', side, name], isShownByV1, complaints);
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

/** Finds the codec of the id by its kind in v2; reports an id that is neither an integer nor text. */
export function idCodec({ envelope: { id } }: MappingFile, v2: Field, complaints: Complaints): Codec {
  const source = sourcePath(v2, id);
  const kind = 'candidates' in source ? undefined : source.kind;
  if (kind === 'text') return textId;
  if (kind !== 'integer') {
    const hint = 'candidates' in source ? didYouMean(id, source.candidates) : undefined;
    complaints.report(['envelope', 'id'], 'source-unknown', `v2 has no integer or text ${id}`, hint);
  }
  return intString;
}
