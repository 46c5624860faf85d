import { queryOf } from './query/resolveQuery';
import { basename } from 'node:path';
import type { Field } from '../../contract/field';
import type { Path, YamlDocument } from '../yaml/yamlDocument';
import { type Complaints, createComplaints, didYouMean } from '../yaml/complaints';
import type { Ledger, LedgerAttribute, LedgerDrop, LedgerReference, LedgerUse } from './ledger';
import type { RuleEntry } from '../yaml/ruleEntry';
import { leafPaths } from './sourcePath';
import { type OperationContract, operationsV1 } from '../../contract/contracts';
import type { KnownContracts } from '../../contract/knownContracts';
import type { MappingFile, OperationEntry } from '../yaml/mappingFile';
import type { Fault } from '../yaml/fileFault';
import type { DateStyle } from '../codecs/dateCodec';
import { textId } from '../codecs/textCodecs';
import { type AnswerTranslation, translateAnswer } from '../translate/translateAnswer';
import type { AttributeRule, Envelope } from '../translate/translationRule';
import { usedByCalls, withCalls, withoutCalls } from './calls/calledContracts';
import { closeFields, contractNamed, contractsIn, idCodec, type ObjectField } from './namedContracts';
import { resolveAttributes } from './resolveAttributes';
import { resolveIndex } from './resolveIndex';
import { type ResolvedOperation, resolveOperation } from './resolveOperation';

/** The written drops and rules of one file, and the v2 fields that the rules use. */
interface FieldAccounts {
  readonly v2: Field;
  readonly attributes: Readonly<Record<string, RuleEntry>>;
  readonly drops: Readonly<Record<string, string>>;
  readonly used: ReadonlyMap<string, unknown>;
  readonly opened: ReadonlySet<string>;
}

/**
 * Finds the line that most likely lacks a v2 field: a rule of its name that reads nothing, or else the list of drops.
 */
function lineForField(
  field: string,
  attributes: FieldAccounts['attributes'],
): readonly [path: Path, hint: string] {
  const name = field.split('.').at(-1) ?? field;
  const namesake = attributes[name];
  if (namesake !== undefined && namesake.from === undefined) {
    return [['attributes', name], `add \`from: ${field}\` here, or \`${field}: <reason>\` to drops`];
  }
  return [['drops'], `use it in a rule, or add \`${field}: <reason>\` to drops`];
}

/** Checks that every v2 field is either used by some rule or dropped with a reason. */
function checkDrops(
  { v2, attributes, drops, used, opened }: FieldAccounts,
  complaints: Complaints,
): readonly LedgerDrop[] {
  const fields = leafPaths(v2, '', opened);
  for (const field of fields) {
    if (used.has(field) || Object.hasOwn(drops, field)) continue;
    const [path, hint] = lineForField(field, attributes);
    complaints.reportKey(path, 'source-unaccounted', `v2 field ${field} is neither used nor dropped`, hint);
  }
  return Object.entries(drops).map(([field, reason]) => {
    const path = ['drops', field];
    if (!fields.includes(field)) {
      complaints.reportKey(path, 'drop-unknown', `v2 has no field ${field}`, [field, fields]);
    } else if (used.has(field)) {
      const message = `v2 field ${field} is dropped here and used by a rule`;
      complaints.reportKey(path, 'dropped-and-used', message, 'delete this line');
    }
    return { field, reason, place: complaints.place(path) };
  });
}

const shippedOperations: readonly OperationContract[] = Object.values(operationsV1);

const shapeOf = (route: string): string => route.replaceAll(/\{\w+\}/g, '{}');

/** Lists the query parameters that an operation reads. */
const parametersOf = (entry: OperationEntry): readonly string[] => [
  ...queryOf(entry).map(({ name }) => name),
  ...Object.keys(entry.query?.drops ?? {}),
];

/** Checks that an operation reads the query parameters of v1's contract, and no others. */
function checkQuery(
  entry: OperationEntry,
  contract: OperationContract,
  path: Path,
  complaints: Complaints,
): void {
  const contractNames = contract.query.map(({ name }) => name);
  const readNames = parametersOf(entry);
  for (const name of contractNames.filter((parameter) => !readNames.includes(parameter))) {
    const message = `v1 takes ${name} in the query, and nothing reads it`;
    const hint = didYouMean(name, readNames) ?? 'use it in `list` or `shownWith`';
    complaints.report([...path, 'v1'], 'query-unread', message, hint);
  }
  for (const name of readNames.filter((parameter) => !contractNames.includes(parameter))) {
    const message = `v1 takes no ${name} in the query`;
    complaints.report([...path, 'v1'], 'query-unknown', message, [name, contractNames]);
  }
}

/** Checks an operation against v1's contract of its route, if it has one: key, query, and status of a success. */
function checkOperation(name: string, entry: OperationEntry, complaints: Complaints): void {
  const path = ['operations', name];
  const shape = shapeOf(entry.v1);
  const contract = shippedOperations.find(({ method, path }) => shapeOf(`${method} ${path}`) === shape);
  if (contract === undefined) return;
  checkQuery(entry, contract, path, complaints);
  if (contract.open !== entry.open) {
    const [message, hint] =
      contract.open === true
        ? ['v1 asks for no key here', 'add `open: true`']
        : ['v1 asks for a key here', 'delete it'];
    complaints.reportKey([...path, 'open'], 'key-misfit', message, hint);
  }
  if (contract.answerUnknown === true && entry.message === undefined) {
    const message = 'nothing says what v1 answers when nothing shows what the write has changed';
    complaints.reportKey(path, 'message-missing', message, 'add `message: ...`');
  }
  if (entry.success !== contract.status) {
    const hint = `write ${contract.status}: it is what v1 answers, whichever 2xx v2 does`;
    complaints.report([...path, 'success'], 'success-misfit', `v1 answers ${contract.status} here`, hint);
  }
}

/** One mapping file, checked and compiled. It must not be used if there are faults. */
export interface ResolvedFile {
  readonly document: YamlDocument;
  readonly faults: readonly Fault[];
  /** Absent if the file names contracts that do not exist. */
  readonly resource?: ResolvedResource;
}

/** The compiled form of one file. */
export interface ResolvedResource {
  readonly name: string;
  /** The file as it was read. */
  readonly file: MappingFile;
  /** Names of both contracts. */
  readonly contract: MappingFile['contract'];
  /** Schemas of all contracts by name, with those that the file declares. */
  readonly schemas: KnownContracts['schemas'];
  /** Contracts that the file declares. */
  readonly declared: KnownContracts['declared'];
  readonly dates: DateStyle;
  readonly envelope: Envelope;
  readonly ledger: Ledger;
  readonly v1: ObjectField;
  /** Contract of v2's answer, narrowed where a rule says `drift: fail`. */
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: AnswerTranslation;
  readonly operations: readonly ResolvedOperation[];
}

/** Makes the ledger lines of all upstream calls of a file: of operations, further calls, names and indexes. */
function referencesOf({ operations, indexes = {} }: MappingFile, complaints: Complaints): LedgerReference[] {
  const referenceOf = (
    operation: string,
    path: Path,
    { v2, evidence }: Pick<LedgerReference, 'v2' | 'evidence'>,
  ) => ({ operation, v2, success: 200, evidence, place: complaints.place(path) });
  const entries = Object.entries(operations);
  return [
    ...entries.map(([name, entry]) => ({
      ...referenceOf(name, ['operations', name], entry),
      v1: entry.v1,
      success: entry.success,
    })),
    ...entries.flatMap(([name, { calls = {}, notFound }]) => [
      ...Object.entries(calls).map(([call, entry]) =>
        referenceOf(`${name} calls.${call}`, ['operations', name, 'calls', call], entry),
      ),
      ...(notFound ? [referenceOf(`${name} notFound`, ['operations', name, 'notFound'], notFound)] : []),
    ]),
    ...Object.entries(indexes).map(([name, entry]) => referenceOf(`index ${name}`, ['indexes', name], entry)),
  ];
}

/** Lists the v2 fields that rules read, in the order of the contract. */
const usesOf = (
  v2: Field,
  used: ReadonlyMap<string, readonly string[]>,
  opened: ReadonlySet<string>,
): LedgerUse[] =>
  leafPaths(v2, '', opened).flatMap((field) => {
    const attributes = used.get(field);
    return attributes === undefined ? [] : [{ field, attributes }];
  });

/** Checks one parsed mapping file against both contracts and compiles its operations. */
export function resolveFile(document: YamlDocument, file: MappingFile): ResolvedFile {
  const { isOfOwnPair = false } = document;
  const complaints = createComplaints(document);
  const ledger: LedgerAttribute[] = [];
  const { fields: contracts, schemas, declared } = contractsIn(file, complaints, isOfOwnPair);
  const v1 = contractNamed(contracts.v1, file.contract.v1, ['contract', 'v1'], complaints);
  const firstV2 = contractNamed(contracts.v2, file.contract.v2, ['contract', 'v2'], complaints);
  if (v1 === undefined || firstV2 === undefined) return { document, faults: complaints.faults };
  const v2 = withCalls(firstV2, file, contracts.v2);
  const used = new Map([[file.envelope.id, ['id']]]);
  for (const [path, call] of usedByCalls(file, firstV2)) used.set(path, [...(used.get(path) ?? []), call]);
  const [closed, opened] = [new Set<string>(), new Set<string>()];
  const set = { entries: file.attributes, path: ['attributes'], v1, v2, prefix: '' };
  const ruleContext = { complaints, dates: file.dates, isOfOwnPair, ledger, used, opened, closed };
  const rules = resolveAttributes(set, '', ruleContext);
  const accounts = { v2, attributes: file.attributes, drops: file.drops ?? {}, used, opened };
  const drops = checkDrops(accounts, complaints);
  const codec = idCodec(file, firstV2, complaints);
  const indexes = new Map(
    Object.entries(file.indexes ?? {}).map(([name, entry]) => [
      name,
      resolveIndex(name, entry, { v2: firstV2, id: codec, operations: file.operations }, complaints),
    ]),
  );
  const envelope = { ...file.envelope, codec, place: complaints.place(['envelope']) };
  const narrowFields = (field: ObjectField) => closeFields(field, closed, file.envelope.id);
  const answer = translateAnswer(envelope, rules);
  const answerWithoutCalls = v2 === firstV2 ? answer : withoutCalls(answer);
  const answerOf = (entry: OperationEntry) => ({
    v2: narrowFields(withCalls(firstV2, file, contracts.v2, [entry])),
    answer: entry.calls === undefined ? answerWithoutCalls : answer,
  });
  const shared = { file, contracts, v1, v2: firstV2, attributes: rules, answerOf, indexes, complaints };
  const context = { ...shared, isOfOwnPair, idType: codec === textId ? 'text' : 'integer' } as const;
  const operations = Object.entries(file.operations).map(([name, entry]) => {
    if (!isOfOwnPair) checkOperation(name, entry, complaints);
    return resolveOperation(name, entry, context);
  });
  const { resource: name, contract, dates } = file;
  const wholeLedger: Ledger = {
    file: basename(document.file),
    resource: name,
    attributes: ledger,
    members: operations.flatMap(({ body, sent }) => [...(body?.ledger ?? []), ...(sent?.members ?? [])]),
    losses: operations.flatMap(({ body, sent }) => [...(body?.losses ?? []), ...(sent?.losses ?? [])]),
    answers: operations.flatMap(({ ownAnswer, headers }) => [
      ...(ownAnswer?.ledger ?? []),
      ...(headers?.answers ?? []),
    ]),
    uses: usesOf(v2, used, opened),
    drops,
    references: referencesOf(file, complaints),
  };
  const names = { name, file, contract, schemas, declared, dates };
  const compiledParts = { envelope, ledger: wholeLedger, rules, answer, operations };
  const resource = { ...names, v1, v2: narrowFields(v2), ...compiledParts };
  return { document, faults: complaints.faults, resource };
}
