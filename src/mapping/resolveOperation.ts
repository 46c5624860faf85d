import type { contracts } from '../contract/contracts';
import type { Field } from '../contract/field';
import type { JsonObject } from '../contract/json';
import { didYouMean } from '../document/didYouMean';
import type { Path } from '../document/document';
import { compileBody } from '../translation/compileBody';
import { failure, type Result } from '../translation/result';
import type { AttributeRule, BodyRule } from '../translation/rule';
import { summarize } from '../translation/summarize';
import { translateRefusal } from '../translation/translateRefusal';
import { validateBody } from '../translation/validateBody';
import type { Validation } from '../translation/validation';
import { checkMirrors } from './checkMirrors';
import { checkUnmirrored } from './checkUnmirrored';
import type { Complaints } from './complaints';
import type { LedgerMember } from './ledger';
import type { MappingFile, OperationEntry } from './mappingFile';
import type { LookupIndex, Method, Operation } from './operation';
import { resolveBody } from './resolveBody';
import { type ResolvedPath, resolvePath } from './resolvePath';
import { spoken } from '../translation/spoken';

export type ObjectField = Field & { readonly kind: 'object' };

/** What the operations of one file share. */
export interface OperationContext {
  readonly file: MappingFile;
  readonly contracts: typeof contracts;
  /** The v1 attributes' contract and the rules that make them. */
  readonly v1: Field;
  readonly attributes: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  readonly complaints: Complaints;
}

/** One operation, compiled, and the parts of its request body that checks and laws look at. */
export interface ResolvedOperation {
  readonly operation: Operation;
  readonly body?: {
    readonly v1: ObjectField;
    readonly v2: ObjectField;
    readonly rules: readonly BodyRule[];
    /** Names of both request contracts. */
    readonly contract: { readonly v1: string; readonly v2: string };
    readonly ledger: readonly LedgerMember[];
    /** v1 request path -> v1 attribute path. */
    readonly mirrors: Readonly<Record<string, string>>;
  };
}

/** Looks a contract up by the name that a mapping calls it. */
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

function translateBody(v1: ObjectField, rules: readonly BodyRule[]): NonNullable<Operation['body']> {
  const convert = compileBody(rules);
  return (body): Result<JsonObject, Validation> => {
    const checked = validateBody(v1, body);
    if (!checked.ok) return checked;
    const converted = convert(checked.value);
    if (converted.ok) return converted;
    const errors = {
      [converted.failure]: [`The ${spoken(converted.failure)} field is invalid.`],
    };
    return failure({ message: summarize(errors), errors });
  };
}

function bodyRules(
  operation: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedOperation['body'] {
  const { body } = entry;
  if (body === undefined) return undefined;
  const { complaints, contracts: known, file, attributes } = context;
  const path = ['operations', operation, 'body'];
  const v1 = contractNamed(known.v1, body.contract.v1, [...path, 'contract', 'v1'], complaints);
  const v2 = contractNamed(known.v2, body.contract.v2, [...path, 'contract', 'v2'], complaints);
  if (v1 === undefined || v2 === undefined) return undefined;
  const written = { entries: body.fields, path: [...path, 'fields'], v1, v2 };
  const { rules, ledger } = resolveBody(written, complaints, file.dates);
  const mirrors = body.mirrors ?? {};
  const subject = { declared: mirrors, path: [...path, 'mirrors'], request: v1, answer: context.v1 };
  // A mirror of a rule that is broken itself would only be told twice.
  if (complaints.faults.length === 0) checkMirrors({ ...subject, attributes, body: rules }, complaints);
  checkUnmirrored({ request: v1, mirrors, unmirrored: body.unmirrored ?? {}, path }, complaints);
  const lines = ledger.map((line) => ({ operation, ...line }));
  return { v1, v2, rules, contract: body.contract, ledger: lines, mirrors };
}

function methodOf(route: string): Method {
  const method = route.slice(0, route.indexOf(' '));
  return method === 'POST' || method === 'PATCH' || method === 'DELETE' ? method : 'GET';
}

const templateOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

function lookupOf({ lookup }: ResolvedPath): Pick<Operation, 'lookup'> {
  return lookup === undefined ? {} : { lookup: { ...lookup, verify: lookup.index.read } };
}

/** Compiles one written operation; complaints go to the collection, and then the result is not to be used. */
export function resolveOperation(
  name: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedOperation {
  const at = ['operations', name];
  const path = resolvePath(entry, at, context.indexes, context.complaints);
  const body = bodyRules(name, entry, context);
  const operation = Object.freeze({
    name,
    resource: context.file.resource,
    v1: { method: methodOf(entry.v1), template: templateOf(entry.v1), parameters: path.parameters },
    v2: {
      method: methodOf(entry.v2),
      template: templateOf(entry.v2),
      success: entry.success,
      path: path.path,
    },
    ...lookupOf(path),
    ...(body === undefined ? {} : { body: translateBody(body.v1, body.rules) }),
    answer: context.answer,
    refusal: translateRefusal(body?.rules ?? []),
  });
  return { operation, ...(body === undefined ? {} : { body }) };
}
