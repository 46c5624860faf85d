import { basename } from 'node:path';
import { contracts } from '../contract/contracts';
import type { Document } from '../document/document';
import type { Fault } from '../document/fault';
import { didYouMean } from '../document/didYouMean';
import { sourcePath } from './sourcePath';
import type { AttributeRule } from '../translation/rule';
import { translateAnswer } from '../translation/translateAnswer';
import { checkDrops } from './checkDrops';
import { type Complaints, createComplaints } from './complaints';
import type { Ledger, LedgerAttribute, LedgerReference } from './ledger';
import type { MappingFile } from './mappingFile';
import type { Operation } from './operation';
import { resolveAttributes } from './resolveAttributes';
import { resolveIndex } from './resolveIndex';
import {
  contractNamed,
  type ObjectField,
  type ResolvedOperation,
  resolveOperation,
} from './resolveOperation';

/** One mapping file, checked and compiled. Not to be used when there are faults. */
export interface ResolvedFile {
  readonly document: Document;
  readonly faults: readonly Fault[];
  readonly ledger: Ledger;
  /** Absent when the file names contracts that do not exist. */
  readonly resource?: ResolvedResource;
}

/** What one file compiles to. */
export interface ResolvedResource {
  readonly name: string;
  readonly v1: ObjectField;
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  readonly operations: readonly ResolvedOperation[];
}

function references(file: MappingFile, complaints: Complaints): LedgerReference[] {
  const operations = Object.entries(file.operations).map(([operation, { v1, v2, success, evidence }]) => ({
    ...{ operation, v1, v2, success, evidence },
    place: complaints.place(['operations', operation]),
  }));
  const indexes = Object.entries(file.indexes ?? {}).map(([name, { v2, evidence }]) => ({
    ...{ operation: `index ${name}`, v2, success: 200, evidence },
    place: complaints.place(['indexes', name]),
  }));
  return [...operations, ...indexes];
}

/** Checks one parsed mapping file against both contracts and compiles its operations. */
export function resolveFile(document: Document, file: MappingFile): ResolvedFile {
  const complaints = createComplaints(document);
  const ledger: LedgerAttribute[] = [];
  const used = new Set<string>([file.envelope.id]);
  const v1 = contractNamed(contracts.v1, file.contract.v1, ['contract', 'v1'], complaints);
  const v2 = contractNamed(contracts.v2, file.contract.v2, ['contract', 'v2'], complaints);
  const empty = {
    file: basename(document.file),
    resource: file.resource,
    attributes: ledger,
    drops: [],
    references: [],
  };
  if (v1 === undefined || v2 === undefined) {
    return { document, faults: complaints.faults, ledger: empty };
  }
  const id = sourcePath(v2, file.envelope.id);
  if ('candidates' in id || id.kind !== 'integer') {
    const hint = 'candidates' in id ? didYouMean(file.envelope.id, id.candidates) : undefined;
    const message = `v2 has no integer ${file.envelope.id}`;
    complaints.report(['envelope', 'id'], { code: 'source-unknown', message, hint });
  }
  const set = { entries: file.attributes, path: ['attributes'], v1, v2, prefix: '' };
  const rules = resolveAttributes(set, '', { complaints, dates: file.dates, ledger, used });
  const drops = checkDrops({ v2, drops: file.drops ?? {}, used }, complaints);
  const indexes = new Map(
    Object.entries(file.indexes ?? {}).map(([name, entry]) => [
      name,
      resolveIndex(name, entry, v2, complaints),
    ]),
  );
  const envelope = { ...file.envelope, place: complaints.place(['envelope']) };
  const answer = translateAnswer(v2, envelope, rules);
  const context = { file, contracts, v1, attributes: rules, answer, indexes, complaints };
  const operations = Object.entries(file.operations).map(([name, entry]) =>
    resolveOperation(name, entry, context),
  );
  return {
    document,
    faults: complaints.faults,
    ledger: { ...empty, drops, references: references(file, complaints) },
    resource: { name: file.resource, v1, v2, rules, answer, operations },
  };
}
