import type { Path } from '../../yaml/yamlDocument';
import type { Complaints } from '../../yaml/complaints';
import { contractNamed, emptyObject, type ObjectField, type OperationContext } from '../namedContracts';
import type { BodyEntry, OperationEntry } from '../../yaml/mappingFile';
import type { BodyFeed, ResolvedPath } from '../resolvePath';
import { definedMembers } from '../../../contract/result';
import type { BodyRule } from '../../translate/translationRule';
import { compileRefusal, type NameInText, namingOf } from '../../translate/validationErrors';
import type { RequiredWhen } from '../../translate/validateBody';
import { checkMirrors, checkUnmirrored } from '../mirrors';
import type { LedgerLoss, LedgerMember } from '../ledger';
import type { Operation } from '../compiledOperation';
import { fieldAt, leafPaths } from '../sourcePath';
import { checkDroppedMembers, feedsOf } from './bodyPolicy';
import { parameterMember, withParameters, withStandIns } from './bodyParameters';
import { compileRequestBody } from './compileRequest';
import { resolveBody } from './resolveBody';

/** Declarations about the members of a body other than rules. */
interface RequestMembers {
  readonly v1: ObjectField;
  readonly fields: NonNullable<BodyEntry['fields']>;
  readonly drops: Readonly<Record<string, string>>;
  readonly requiredWhen: BodyEntry['requiredWhen'];
  readonly feeds: readonly BodyFeed[];
  readonly path: Path;
}

/** Checks that a condition is a flag of the v1 request, and that its member exists. */
function checkConditions({ v1, requiredWhen = {}, path }: RequestMembers, complaints: Complaints): void {
  for (const [name, condition] of Object.entries(requiredWhen)) {
    const rulePath = [...path, 'requiredWhen', name];
    if (!v1.members.has(name)) {
      const message = `a v1 request has no ${name}`;
      complaints.reportKey(rulePath, 'body-field-unknown', message, [name, v1.members.keys()]);
    } else if (v1.members.get(condition)?.kind !== 'boolean') {
      const message = `a v1 request has no ${condition} that is true or false`;
      complaints.report(rulePath, 'body-field-unknown', message, [condition, v1.members.keys()]);
    }
  }
}

/** Compares the conditionally required members, which the mapping declares, with v1's contract. */
function compareConditions({ v1, requiredWhen = {}, path }: RequestMembers, complaints: Complaints): void {
  for (const [name, { requiredWhen: condition }] of v1.members) {
    if (condition === undefined || requiredWhen[name] === condition) continue;
    const at = path;
    const message = `v1 asks for ${name} when ${condition} is true, and nothing says so`;
    complaints.reportKey(at, 'condition-missing', message, `add \`requiredWhen: { ${name}: ${condition} }\``);
  }
  for (const name of Object.keys(requiredWhen)) {
    const field = v1.members.get(name);
    if (field === undefined || field.requiredWhen !== undefined) continue;
    const rulePath = [...path, 'requiredWhen', name];
    const message = `v1 never makes ${name} depend on another member`;
    complaints.reportKey(rulePath, 'condition-unknown', message, 'delete it');
  }
}

/**
 * Returns the v1 members that need no rule, because they are dropped with a reason or fill the path; reports faults in
 * the drops and conditions.
 */
function checkExemptNames(members: RequestMembers, complaints: Complaints): ReadonlySet<string> {
  const { drops, feeds } = members;
  checkConditions(members, complaints);
  compareConditions(members, complaints);
  checkDroppedMembers(members, complaints);
  return new Set([...Object.keys(drops), ...feeds.map(({ member }) => member)]);
}

const mayNameWhole = (route: string): boolean => /^(?:POST|PUT) /.test(route);

/** True if a client names the whole resource, and so does not want to keep a member that he leaves out. */
const isWholeNamed = (route: string, { partial }: BodyEntry): boolean => mayNameWhole(route) && !partial;

/**
 * Checks that a v1 POST or PUT, which replaces its resource unless it is partial, leaves no field unchanged: v2 changes
 * only the fields that it is sent.
 */
function checkReplaced(
  { v1: route, v2 }: Pick<OperationEntry, 'v1' | 'v2'>,
  body: BodyEntry,
  { v1, path, complaints }: Pick<RequestMembers, 'v1' | 'path'> & { readonly complaints: Complaints },
): void {
  const { fields = {}, partial } = body;
  const isPatch = v2.startsWith('PATCH ');
  if (partial && !(isPatch && mayNameWhole(route))) {
    const message = 'no POST or PUT becomes a PATCH here';
    complaints.reportKey([...path, 'partial'], 'partial-unused', message, 'delete it');
  }
  const isReplaced = isPatch && isWholeNamed(route, body);
  const feeds = isReplaced ? feedsOf({ entries: fields, path: [...path, 'fields'], v1 }) : [];
  for (const feed of feeds.filter(({ entry, mayLack }) => mayLack && entry.default === undefined)) {
    const name = String(feed.path.at(-1));
    const message = `v1 replaces the whole resource, and v2 keeps its ${name} when a client leaves it out`;
    const hint =
      'add a `default` with its class and reason, call a PUT of v2, or say `partial: true` if v1 keeps it too';
    complaints.reportKey(feed.path, 'absent-unhandled', message, hint);
  }
}

/** The compiled request body of one operation, with the parts that checks and laws read. */
export interface ResolvedRequest {
  readonly v1: ObjectField;
  /** Absent if nothing of the body is sent on. */
  readonly v2?: ObjectField;
  readonly rules: readonly BodyRule[];
  /** Names of both request contracts. */
  readonly contract: BodyEntry['contract'];
  readonly ledger: readonly LedgerMember[];
  readonly losses: readonly LedgerLoss[];
  /** v1 request path -> v1 attribute path. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly requiredWhen: RequiredWhen;
  readonly nameInText: NameInText;
  readonly translate: NonNullable<Operation['body']>;
}

/** Ledger lines of the members that become part of the v2 path. */
function fedLedger(
  operation: string,
  feeds: readonly BodyFeed[],
  { complaints }: OperationContext,
): readonly LedgerMember[] {
  return feeds.map(({ fills, member, words }) => {
    const position = complaints.place(['operations', operation, 'path', fills]);
    const line = { operation, member, target: `{${fills}}`, place: position };
    return words === undefined
      ? { ...line, class: 'exact', codec: 'same' }
      : { ...line, class: 'converted', codec: 'words', words };
  });
}

/** Finds the contract of the sent body: an empty one without a name. Returns undefined for an unknown name. */
const sentContract = (name: string | undefined, path: Path, { contracts, complaints }: OperationContext) =>
  name === undefined ? emptyObject : contractNamed(contracts.v2, name, path, complaints);

/** Turns the written body of an operation into its translation; reports everything that does not fit the contracts. */
export function resolveRequest(
  operation: string,
  entry: OperationEntry,
  v1: ObjectField,
  { bodyFeeds: feeds, parameters: givenParameters }: Pick<ResolvedPath, 'bodyFeeds' | 'parameters'>,
  context: OperationContext,
): ResolvedRequest | undefined {
  const { complaints, file, attributes, isOfOwnPair } = context;
  if (entry.body === undefined) return undefined;
  const { contract, fields = {}, mirrors = {}, drops = {}, requiredWhen = {}, unmirrored } = entry.body;
  const path = ['operations', operation, 'body'];
  const v2 = sentContract(contract.v2, [...path, 'contract', 'v2'], context);
  if (v2 === undefined) return undefined;
  const hasV2Body = v2 !== emptyObject;
  const exemptNames = checkExemptNames({ v1, fields, drops, requiredWhen, feeds, path }, complaints);
  const parameters = givenParameters.filter(({ name }) => Object.hasOwn(fields, parameterMember(name)));
  const request = withParameters(v1, parameters);
  const writtenSet = { entries: fields, path: [...path, 'fields'], v1: request, v2, exemptNames };
  const creates = isWholeNamed(entry.v1, entry.body);
  checkReplaced(entry, entry.body, { v1, path, complaints });
  const resolvedBody = resolveBody(writtenSet, { complaints, dates: file.dates, creates });
  const rules = withStandIns(resolvedBody.rules, parameters);
  if (hasV2Body) {
    const subject = { declared: mirrors, path: [...path, 'mirrors'], request: v1, answer: context.v1 };
    // The mirror of a broken rule would only repeat the fault.
    if (complaints.faults.length === 0) checkMirrors({ ...subject, attributes, body: rules }, complaints);
    const droppedPaths = Object.keys(drops).flatMap((name) => leafPaths(fieldAt(v1, name) ?? v1, name));
    const shownPaths = leafPaths(v1).filter((member) => !droppedPaths.includes(member));
    checkUnmirrored(shownPaths, { mirrors, unmirrored }, path, complaints);
  }
  return {
    v1,
    rules,
    contract,
    mirrors,
    requiredWhen,
    nameInText: namingOf(isOfOwnPair),
    ...(hasV2Body ? { v2 } : {}),
    ledger: [
      ...fedLedger(operation, feeds, context),
      ...resolvedBody.ledger.map((line): LedgerMember => ({ operation, ...line })),
    ],
    losses: Object.entries(drops).map(([member, reason]) => ({
      operation,
      member,
      reason,
      place: complaints.place([...path, 'drops', member]),
    })),
    translate: compileRequestBody(
      { v1, rules, requiredWhen, parameters, isOfOwnPair, others: entry.body.others },
      hasV2Body,
      feeds,
    ),
  };
}

/** Returns the parts of an operation that concern its body; `refusesBody` counts where the mapping names none. */
export function requestParts(
  request: ResolvedRequest | undefined,
  refusesBody: boolean,
): Pick<Operation, 'body' | 'refusal' | 'refusesBody'> {
  if (request !== undefined)
    return { body: request.translate, refusal: compileRefusal(request.rules, request.nameInText) };
  return definedMembers({ refusal: compileRefusal([]), refusesBody: refusesBody || undefined });
}
