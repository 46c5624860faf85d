import { parameterNames } from '../../yaml/ruleEntry';
import { definedMembers } from '../../../contract/result';
import { dataOf, type Json } from '../../../contract/json';
import type { Codec } from '../../codecs/codec';
import { intString } from '../../codecs/numberCodecs';
import { textId } from '../../codecs/textCodecs';
import { Mismatch } from '../../translate/madeValue';
import { valueAt } from '../../translate/translationRule';
import type { Complaints } from '../../yaml/complaints';
import type { Path } from '../../yaml/yamlDocument';
import type { CallEntry, OperationEntry } from '../../yaml/mappingFile';
import { NO_CONTENT } from '../compiledOperation';
import type { FurtherCall } from './furtherCall';
import {
  contractNamed,
  emptyObject,
  idCodecs,
  type ObjectField,
  type OperationContext,
} from '../namedContracts';
import { compilePath, isUnsafeSegment, checkPathParameter, routeMethod, routePath } from '../pathParameters';
import { type Source, sourceAt, sourcePath } from '../sourcePath';
import { CALLS } from './calledContracts';

interface CallContext {
  readonly name: string;
  readonly call: CallEntry;
  readonly at: Path;
  /** Contract of its own answer. It is undefined for one that does not exist. */
  readonly answerContract: ObjectField | undefined;
  /** Contract of the first answer. */
  readonly v2: ObjectField;
  /** Names of the v1 path parameters, and those that are numbers. */
  readonly givenNames: readonly string[];
  readonly numbers: readonly string[];
  readonly complaints: Complaints;
}

/** A field of the first answer that fills a path parameter. */
interface ResolvedField {
  readonly parameter: string;
  readonly isNumeric: boolean;
}

/** Reads the text for a path from the first answer. Returns undefined if it names nothing to read. */
type FieldReader = (data: Json | undefined) => string | undefined | Mismatch;

/** Reports a field that cannot fill a path parameter, or not always. */
function checkField(
  field: string,
  source: Source,
  path: Path,
  { name, call, complaints }: CallContext,
): void {
  const { kind, nullable, optional, secret } = source;
  if ((kind !== 'integer' && kind !== 'text') || /\[\]|\+/.test(field) || secret) {
    const message = `${field} is no integer or text that a path may show`;
    complaints.report(path, 'call-misfit', message, 'name a field with an id');
  }
  if ((nullable || optional) && call.onAbsent === undefined) {
    const message = `${field} may be ${nullable ? 'null' : 'absent'}, and nothing says what becomes of ${name} then`;
    complaints.report(path, 'absent-unhandled', message, 'add `onAbsent: omit` to the call');
  }
}

/** Creates the reader of the first answer's field that fills a path parameter. Reports a field that does not exist. */
function compileAnswerField(field: string, path: Path, context: CallContext): FieldReader {
  const { call, v2, complaints } = context;
  const source = sourcePath(v2, field);
  if ('candidates' in source) {
    complaints.report(path, 'source-unknown', `v2 has no ${field}`, [field, source.candidates]);
    return () => undefined;
  }
  checkField(field, source, path, context);
  const codec = source.kind === 'integer' ? intString : textId;
  const mismatch = new Mismatch(`data.${field}`, source.kind, complaints.place(path));
  return (data) => {
    const value = valueAt(data, source.steps) ?? null;
    if (value === null && call.onAbsent !== undefined) return undefined;
    const text = codec.read(value);
    return typeof text !== 'string' || isUnsafeSegment(text) ? mismatch : text;
  };
}

/** Checks that each parameter of the call's path has a source, and that no other is written. */
function checkParameters({ call, at, givenNames, complaints }: CallContext, needed: readonly string[]): void {
  const { path: written = {} } = call;
  for (const parameter of needed) {
    const feed = written[parameter];
    if (feed === undefined) checkPathParameter(parameter, [...at, 'v2'], { givenNames, complaints });
    else if ('from' in feed)
      checkPathParameter(feed.from, [...at, 'path', parameter, 'from'], { givenNames, complaints });
  }
  for (const parameter of Object.keys(written).filter((name) => !needed.includes(name))) {
    const message = `there is no path parameter {${parameter}} for this`;
    complaints.reportKey([...at, 'path', parameter], 'parameter-undefined', message, [parameter, needed]);
  }
}

/** True if a v1 parameter, or a field, that is a number fills the last parameter of a path. */
function endsWithNumber(
  last: string | undefined,
  context: CallContext,
  fields: readonly ResolvedField[],
): boolean {
  if (last === undefined) return false;
  const { [last]: feed = { from: last } } = context.call.path ?? {};
  if ('from' in feed) return context.numbers.includes(feed.from);
  return fields.some(({ parameter, isNumeric }) => parameter === last && isNumeric);
}

const lastParameter = (route: string): string | undefined => /\{(\w+)\}$/.exec(route)?.[1];

const idCodecOf = (answered: ObjectField | undefined, member: string): Codec | undefined =>
  idCodecs[answered?.members.get(member)?.kind ?? ''];

/** Creates the reader of the id in a further answer, and the mismatch for another id. */
const comparedId = (
  { name, at, complaints }: CallContext,
  member: string,
  codec: Codec,
): FurtherCall['id'] => ({
  member,
  read: (data) => {
    const text = codec.read(data[member] ?? null);
    return typeof text === 'string' ? text : undefined;
  },
  other: new Mismatch(`data.${CALLS}.${name}.${member}`, 'the one asked for', complaints.place(at)),
});

/**
 * Finds the id of a further answer: the member that the file names, or else `id` where the path ends with a number. It
 * is not compared where a path may end with something else, such as a name.
 */
function idOf(context: CallContext, fields: readonly ResolvedField[]): FurtherCall['id'] {
  const { call, at, answerContract, complaints } = context;
  const last = lastParameter(call.v2);
  const { id: member = 'id' } = call;
  const codec = last === undefined ? undefined : idCodecOf(answerContract, member);
  if (call.id === undefined && !(codec === intString && endsWithNumber(last, context, fields)))
    return undefined;
  if (codec !== undefined) return comparedId(context, member, codec);
  const message = `no integer or text ${member} of its answer is what its path ends with`;
  complaints.report([...at, 'id'], 'call-misfit', message, [
    member,
    (answerContract ?? emptyObject).members.keys(),
  ]);
  return undefined;
}

/** Compiles one further call; reports parameters without a source, and sources without a parameter. */
function resolveCall(context: CallContext): FurtherCall {
  const { name, call, at, complaints } = context;
  const { path: written = {} } = call;
  checkParameters(context, parameterNames(call.v2));
  const fields = Object.entries(written).flatMap(([parameter, feed]) => {
    if ('from' in feed) return [];
    const read = compileAnswerField(feed.field, [...at, 'path', parameter, 'field'], context);
    const isNumeric = sourceAt(context.v2, feed.field)?.kind === 'integer';
    return [{ parameter, field: feed.field, read, isNumeric }];
  });
  const template = routePath(call.v2);
  const fill = compilePath(template, (parameter) => {
    const { [parameter]: feed = { from: parameter } } = written;
    // No v1 parameter has a dot in its name.
    return 'from' in feed ? feed.from : `.${parameter}`;
  });
  return {
    name,
    contract: call.contract,
    needed: [...(context.answerContract?.members ?? [])].flatMap(([member, { needed, kind }]) =>
      needed === true
        ? [[member, new Mismatch(`data.${CALLS}.${name}.${member}`, kind, complaints.place(at))]]
        : [],
    ),
    template,
    fields,
    mayBeAbsent: call.onAbsent === 'omit',
    path: (parameters, body) => {
      const values = { ...parameters };
      for (const { parameter, read } of fields) {
        const text = read(dataOf(body));
        if (typeof text !== 'string') return text;
        values[`.${parameter}`] = text;
      }
      return fill(values);
    },
    noObject: new Mismatch(`data.${CALLS}.${name}`, 'object', complaints.place(at)),
    ...definedMembers({ id: idOf(context, fields) }),
  };
}

/** Reports calls where nothing can stand beside the first answer, and names that stand for two things. */
function checkCalls(entry: OperationEntry, v2: ObjectField, at: Path, context: OperationContext): void {
  const { file, complaints } = context;
  const { path = {}, list, answer, success } = entry;
  const isByIndex = Object.values(path).some((feed) => 'index' in feed);
  const isOtherOperation =
    [list, answer].some((word) => word !== undefined) || isByIndex || success === NO_CONTENT;
  if (isOtherOperation || routeMethod(entry.v2) !== 'GET') {
    const message = 'only a read that answers with one resource, without an index, makes further calls';
    complaints.reportKey(at, 'call-misfit', message, 'delete it');
  }
  if (v2.members.has(CALLS)) {
    const message = `v2 has a field ${CALLS} itself, where their answers would stand`;
    complaints.reportKey(at, 'call-misfit', message);
  }
  for (const [name, { contract }] of Object.entries(entry.calls ?? {})) {
    const named = Object.values(file.operations).flatMap(({ calls }) => calls?.[name]?.contract ?? []);
    const otherContract = named.find((namedContract) => namedContract !== contract);
    if (otherContract === undefined) continue;
    const message = `${name} has the contract ${otherContract} in another operation`;
    complaints.report([...at, name, 'contract'], 'call-misfit', message, 'give one of them another name');
  }
}

/** Compiles the further calls of an operation. Returns undefined without any. */
export function resolveCalls(
  operation: string,
  entry: OperationEntry,
  context: OperationContext,
): readonly FurtherCall[] | undefined {
  if (entry.calls === undefined) return undefined;
  const { contracts, v2, complaints } = context;
  const at = ['operations', operation, CALLS];
  checkCalls(entry, v2, at, context);
  const givenNames = parameterNames(entry.v1);
  const numbers = givenNames.filter((parameter) => entry.parameters?.[parameter] === 'integer');
  const shared = { v2, givenNames, numbers, complaints };
  return Object.entries(entry.calls).map(([name, call]) => {
    const path = [...at, name];
    const answerContract = contractNamed(contracts.v2, call.contract, [...path, 'contract'], complaints);
    return resolveCall({ ...shared, name, call, at: path, answerContract });
  });
}
