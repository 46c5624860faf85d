import type { JsonObject } from '../contract/json';
import type { Path } from '../document/document';
import { compileBody } from '../translation/compileBody';
import { failure, type Result, success } from '../translation/result';
import type { BodyRule } from '../translation/rule';
import { spoken } from '../translation/spoken';
import { summarize } from '../translation/summarize';
import { type RequiredWhen, validateBody } from '../translation/validateBody';
import type { Validation } from '../translation/validation';
import { checkMirrors } from './checkMirrors';
import { checkSpent } from './checkSpent';
import { checkUnmirrored } from './checkUnmirrored';
import { contractNamed, type ObjectField, type OperationContext } from './contractNamed';
import { emptyObject } from './emptyObject';
import type { LedgerLoss, LedgerMember } from './ledger';
import type { BodyEntry, OperationEntry } from './mappingFile';
import type { Operation, Outgoing } from './operation';
import { resolveBody } from './resolveBody';
import type { BodyFeed } from './resolvePath';

/** The request body of one operation, compiled, and the parts of it that checks and laws look at. */
export interface ResolvedRequest {
  readonly v1: ObjectField;
  /** Absent where nothing of the body is sent on. */
  readonly v2?: ObjectField;
  readonly rules: readonly BodyRule[];
  /** Names of both request contracts. */
  readonly contract: BodyEntry['contract'];
  readonly ledger: readonly LedgerMember[];
  readonly losses: readonly LedgerLoss[];
  /** v1 request path -> v1 attribute path. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly requiredWhen: RequiredWhen;
  readonly translate: NonNullable<Operation['body']>;
}

function pathValues(feeds: readonly BodyFeed[], body: JsonObject): Pick<Outgoing, 'path' | 'ids'> {
  const path: Record<string, string> = {};
  let ids: readonly string[] | undefined;
  for (const feed of feeds) {
    const value = body[feed.member];
    if (feed.kind === 'body') path[feed.fills] = feed.words[typeof value === 'string' ? value : ''] ?? '';
    else ids = Array.isArray(value) ? value.map((id) => JSON.stringify(id)) : [];
  }
  return { path, ...(ids === undefined ? {} : { ids }) };
}

/** The lines of account for members that become part of the v2 path. */
function fedLedger(
  operation: string,
  feeds: readonly BodyFeed[],
  { complaints }: OperationContext,
): readonly LedgerMember[] {
  return feeds.map((feed) => ({
    operation,
    member: feed.member,
    class: feed.kind === 'body' ? 'converted' : 'exact',
    target: `{${feed.fills}}`,
    codec: feed.kind === 'body' ? 'words' : 'same',
    ...(feed.kind === 'body' ? { words: feed.words } : {}),
    place: complaints.place(['operations', operation, 'path', feed.fills]),
  }));
}

interface Compiled {
  readonly v1: ObjectField;
  readonly rules: readonly BodyRule[];
  readonly sends: boolean;
  readonly requiredWhen: RequiredWhen;
  readonly feeds: readonly BodyFeed[];
}

function translate({ v1, rules, sends, requiredWhen, feeds }: Compiled): NonNullable<Operation['body']> {
  const convert = compileBody(rules);
  return (body): Result<Outgoing, Validation> => {
    const checked = validateBody(v1, body, requiredWhen);
    if (!checked.ok) return checked;
    const converted = convert(checked.value);
    if (converted.ok) {
      const sent = sends ? { json: converted.value } : {};
      return success(feeds.length === 0 ? sent : { ...sent, ...pathValues(feeds, checked.value) });
    }
    const errors = {
      [converted.failure]: [`The ${spoken(converted.failure)} field is invalid.`],
    };
    return failure({ message: summarize(errors), errors });
  };
}

/** The contract of what is sent on: nothing without a name, undefined when there is none of that name. */
function sentContract(
  name: string | undefined,
  path: Path,
  context: OperationContext,
): ObjectField | undefined {
  if (name === undefined) return emptyObject;
  return contractNamed(context.contracts.v2, name, [...path, 'contract', 'v2'], context.complaints);
}

/** Turns the written body of an operation into its translation; complains about what does not fit the contracts. */
export function resolveRequest(
  operation: string,
  entry: OperationEntry & { readonly body: BodyEntry },
  v1: ObjectField,
  feeds: readonly BodyFeed[],
  context: OperationContext,
): ResolvedRequest | undefined {
  const { complaints, file, attributes } = context;
  const { contract, fields = {}, mirrors = {}, drops = {}, requiredWhen = {}, unmirrored } = entry.body;
  const path = ['operations', operation, 'body'];
  const v2 = sentContract(contract.v2, path, context);
  if (v2 === undefined) return undefined;
  const sends = v2 !== emptyObject;
  const spent = checkSpent({ v1, fields, drops, requiredWhen, feeds, path }, complaints);
  const written = { entries: fields, path: [...path, 'fields'], v1, v2, spent };
  const creates = entry.v1.startsWith('POST ');
  const { rules, ledger } = resolveBody(written, { complaints, dates: file.dates, creates });
  if (sends) {
    const subject = { declared: mirrors, path: [...path, 'mirrors'], request: v1, answer: context.v1 };
    // A mirror of a rule that is broken itself would only be told twice.
    if (complaints.faults.length === 0) checkMirrors({ ...subject, attributes, body: rules }, complaints);
    checkUnmirrored({ request: v1, mirrors, unmirrored: { ...drops, ...unmirrored }, path }, complaints);
  }
  return {
    ...{ v1, rules, contract, mirrors, requiredWhen },
    ...(sends ? { v2 } : {}),
    ledger: [
      ...fedLedger(operation, feeds, context),
      ...ledger.map((line): LedgerMember => ({ operation, ...line })),
    ],
    losses: Object.entries(drops).map(([member, reason]) => ({
      ...{ operation, member, reason },
      place: complaints.place([...path, 'drops', member]),
    })),
    translate: translate({ v1, rules, sends, requiredWhen, feeds }),
  };
}
