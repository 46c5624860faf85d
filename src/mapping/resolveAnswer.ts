import { isJsonObject } from '../contract/json';
import { printingWhatIsRead } from '../translation/answerTranslation';
import { compileAttributes } from '../translation/compileAttributes';
import { Mismatch } from '../translation/mismatch';
import { failure, success } from '../translation/result';
import type { AttributeRule } from '../translation/rule';
import { closeFields } from './closeFields';
import { contractNamed, type ObjectField, type OperationContext } from './contractNamed';
import { emptyObject } from './emptyObject';
import type { LedgerAnswer, LedgerAttribute } from './ledger';
import type { OperationEntry } from './mappingFile';
import type { Operation } from './operation';
import { resolveAttributes } from './resolveAttributes';

/** An answer of an operation's own, compiled. */
export interface ResolvedAnswer {
  /** Name of the v1 contract. */
  readonly contract: string;
  readonly v1: ObjectField;
  /** What v2 may answer: its contract, narrowed where a rule says `drift: fail`. */
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  /** False where nothing of v2's body is read. */
  readonly reads: boolean;
  readonly ledger: readonly LedgerAnswer[];
}

/** Turns a written answer that is not the resource into its translation, with the checks of attributes. */
export function resolveAnswer(
  operation: string,
  { contract, attributes }: NonNullable<OperationEntry['answer']>,
  { contracts, file, complaints }: OperationContext,
): ResolvedAnswer | undefined {
  const path = ['operations', operation, 'answer'];
  const v1 = contractNamed(contracts.v1, contract.v1, [...path, 'contract', 'v1'], complaints);
  const v2 =
    contract.v2 === undefined
      ? emptyObject
      : contractNamed(contracts.v2, contract.v2, [...path, 'contract', 'v2'], complaints);
  if (v1 === undefined || v2 === undefined) return undefined;
  const ledger: LedgerAttribute[] = [];
  const closed = new Set<string>();
  const set = { entries: attributes, path: [...path, 'attributes'], v1, v2, prefix: '' };
  const rules = resolveAttributes(set, '', {
    ...{ complaints, dates: file.dates, ledger },
    ...{ used: new Map<string, string[]>(), closed },
  });
  const noObject = new Mismatch('body', 'object', complaints.place(path));
  const { read } = compileAttributes(rules, 'body');
  const answer = printingWhatIsRead((body) => {
    const object = contract.v2 === undefined ? {} : body;
    if (!isJsonObject(object)) return failure(noObject);
    const translated = read(object);
    return translated instanceof Mismatch ? failure(translated) : success(translated);
  });
  return {
    contract: contract.v1,
    v1,
    rules,
    v2: closeFields(v2, closed),
    reads: contract.v2 !== undefined,
    ledger: ledger.map((line) => ({ operation, ...line })),
    answer,
  };
}
