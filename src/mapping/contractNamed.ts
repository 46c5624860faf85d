import type { contracts } from '../contract/contracts';
import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { AttributeRule } from '../translation/rule';
import type { Complaints } from './complaints';
import type { MappingFile } from './mappingFile';
import type { LookupIndex, Operation } from './operation';

export type ObjectField = Field & { readonly kind: 'object' };

/** Looks a contract up by the name that a mapping calls it; complains when there is none. */
export function contractNamed(
  known: ReadonlyMap<string, Field>,
  name: string,
  path: Path,
  complaints: Complaints,
): ObjectField | undefined {
  const field = known.get(name);
  if (field?.kind === 'object') return field;
  const hint = didYouMean(name, known.keys()) ?? `the contracts are ${[...known.keys()].join(', ')}`;
  complaints.report(path, { code: 'contract-unknown', message: `there is no contract ${name}`, hint });
  return undefined;
}

/** Shared by the operations of one file. */
export interface OperationContext {
  readonly file: MappingFile;
  readonly contracts: typeof contracts;
  /** The v1 attributes' contract and the rules that make them. */
  readonly v1: ObjectField;
  readonly attributes: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  readonly complaints: Complaints;
}
