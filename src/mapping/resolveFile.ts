import { basename } from 'node:path';
import { contracts } from '../contract/contracts';
import type { Field } from '../contract/field';
import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { didYouMean } from '../document/didYouMean';
import { leafPaths, sourcePath } from './sourcePath';
import type { DateStyle } from '../translation/codecs/date';
import type { AnswerTranslation } from '../translation/answerTranslation';
import type { AttributeRule } from '../translation/rule';
import { type Envelope, translateAnswer } from '../translation/translateAnswer';
import { checkDrops } from './checkDrops';
import { checkPromise } from './checkPromise';
import { closeFields } from './closeFields';
import { type Complaints, createComplaints } from './complaints';
import type { Ledger, LedgerAttribute, LedgerReference, LedgerUse } from './ledger';
import type { MappingFile } from './mappingFile';
import { resolveAttributes } from './resolveAttributes';
import { resolveIndex } from './resolveIndex';
import { contractNamed, type ObjectField } from './contractNamed';
import { type ResolvedOperation, resolveOperation } from './resolveOperation';

/** One mapping file, checked and compiled. Not to be used when there are faults. */
export interface ResolvedFile {
  readonly document: Document;
  readonly faults: readonly Fault[];
  /** Absent when the file names contracts that do not exist. */
  readonly resource?: ResolvedResource;
}

/** What one file compiles to. */
export interface ResolvedResource {
  readonly name: string;
  /** Names of both contracts. */
  readonly contract: { readonly v1: string; readonly v2: string };
  readonly dates: DateStyle;
  readonly envelope: Envelope;
  readonly ledger: Ledger;
  readonly v1: ObjectField;
  /** What v2 may answer: its contract, narrowed where a rule says `drift: fail`. */
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: AnswerTranslation;
  readonly operations: readonly ResolvedOperation[];
}

function references(file: MappingFile, complaints: Complaints): LedgerReference[] {
  const operations = Object.entries(file.operations).map(([operation, { v1, v2, success, evidence }]) => ({
    ...{ operation, v1, v2, success, evidence },
    place: complaints.place(['operations', operation]),
  }));
  const names = Object.entries(file.operations).flatMap(([operation, { notFound }]) =>
    notFound === undefined
      ? []
      : [
          {
            ...{ operation: `${operation} notFound`, v2: notFound.v2, success: 200 },
            evidence: notFound.evidence,
            place: complaints.place(['operations', operation, 'notFound']),
          },
        ],
  );
  const indexes = Object.entries(file.indexes ?? {}).map(([name, { v2, evidence }]) => ({
    ...{ operation: `index ${name}`, v2, success: 200, evidence },
    place: complaints.place(['indexes', name]),
  }));
  return [...operations, ...names, ...indexes];
}

/** The v2 fields that rules read, in the order of the contract. */
const usesOf = (v2: Field, used: ReadonlyMap<string, readonly string[]>): LedgerUse[] =>
  leafPaths(v2).flatMap((field) => {
    const attributes = used.get(field);
    return attributes === undefined ? [] : [{ field, attributes }];
  });

/** Checks one parsed mapping file against both contracts and compiles its operations. */
export function resolveFile(document: Document, file: MappingFile): ResolvedFile {
  const complaints = createComplaints(document);
  const ledger: LedgerAttribute[] = [];
  const used = new Map<string, string[]>([[file.envelope.id, ['id']]]);
  const v1 = contractNamed(contracts.v1, file.contract.v1, ['contract', 'v1'], complaints);
  const v2 = contractNamed(contracts.v2, file.contract.v2, ['contract', 'v2'], complaints);
  if (v1 === undefined || v2 === undefined) return { document, faults: complaints.faults };
  const id = sourcePath(v2, file.envelope.id);
  if ('candidates' in id || id.kind !== 'integer') {
    const hint = 'candidates' in id ? didYouMean(file.envelope.id, id.candidates) : undefined;
    const message = `v2 has no integer ${file.envelope.id}`;
    complaints.report(['envelope', 'id'], { code: 'source-unknown', message, hint });
  }
  const closed = new Set<string>();
  const set = { entries: file.attributes, path: ['attributes'], v1, v2, prefix: '' };
  const rules = resolveAttributes(set, '', { complaints, dates: file.dates, ledger, used, closed });
  const drops = checkDrops({ v2, attributes: file.attributes, drops: file.drops ?? {}, used }, complaints);
  const indexes = new Map(
    Object.entries(file.indexes ?? {}).map(([name, entry]) => [
      name,
      resolveIndex(name, entry, v2, complaints),
    ]),
  );
  const envelope = { ...file.envelope, place: complaints.place(['envelope']) };
  const answer = translateAnswer(envelope, rules);
  const context = { file, contracts, v1, attributes: rules, answer, indexes, complaints };
  const operations = Object.entries(file.operations).map(([name, entry]) => {
    checkPromise(name, entry, complaints);
    return resolveOperation(name, entry, context);
  });
  const { resource: name, contract, dates } = file;
  const whole: Ledger = {
    file: basename(document.file),
    resource: name,
    attributes: ledger,
    members: operations.flatMap(({ body }) => body?.ledger ?? []),
    losses: operations.flatMap(({ body }) => body?.losses ?? []),
    answers: operations.flatMap(({ ownAnswer }) => ownAnswer?.ledger ?? []),
    uses: usesOf(v2, used),
    drops,
    references: references(file, complaints),
  };
  const taken = closeFields(v2, closed);
  const resource = {
    name,
    contract,
    dates,
    envelope,
    ledger: whole,
    v1,
    v2: taken,
    rules,
    answer,
    operations,
  };
  return { document, faults: complaints.faults, resource };
}
