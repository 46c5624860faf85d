import { parameterNames } from '../../yaml/ruleEntry';
import type { Field } from '../../../contract/field';
import type { Json, JsonObject } from '../../../contract/json';
import type { AnswerTranslation } from '../../translate/translateAnswer';
import { steps, withoutValueAt, withValueAt } from '../../translate/translationRule';
import type { MappingFile, OperationEntry } from '../../yaml/mappingFile';
import { NO_CONTENT } from '../compiledOperation';
import { emptyObject, type ObjectField } from '../namedContracts';
import { sourceAt } from '../sourcePath';

/** Member of what rules read that holds the answers of further calls by their names. */
export const CALLS = 'calls';

/** Lists the operations of a file that answer with its resource. */
const answeringOperations = ({ operations }: MappingFile): readonly OperationEntry[] =>
  Object.values(operations).filter(({ answer, success }) => answer === undefined && success !== NO_CONTENT);

/**
 * Adds the answers of a file's further calls, or of those of some `entries`, to the contract of what its rules read. A
 * call that may be left out, or that only some operations make, is optional there, so that each rule that reads it has
 * to say what stands in.
 */
export function withCalls(
  v2: ObjectField,
  file: MappingFile,
  contracts: ReadonlyMap<string, Field>,
  entries = answeringOperations(file),
): ObjectField {
  const names = new Set(entries.flatMap(({ calls = {} }) => Object.keys(calls)));
  if (names.size === 0) return v2;
  const members = Array.from(names, (name): [string, Field] => {
    const written = entries.map(({ calls }) => calls?.[name]);
    const contract = contracts.get(written.find((call) => call !== undefined)?.contract ?? '');
    const optional = written.some((call) => call === undefined || call.onAbsent === 'omit');
    return [name, { ...(contract ?? emptyObject), optional }];
  });
  const optional = entries.some(({ calls }) => calls === undefined);
  const calls: Field = { ...emptyObject, members: new Map(members), optional };
  return { ...v2, members: new Map([...v2.members, [CALLS, calls]]) };
}

const besidePath = steps(['data', CALLS]);

/** Puts the answers of further calls beside the members of the first one. */
export const withAnswers = (body: Json, answers: JsonObject): Json => withValueAt(body, besidePath, answers);

/** Keeps what v2 itself may name `calls` from the rules of an operation that makes no calls. */
export const withoutCalls = (answer: AnswerTranslation): AnswerTranslation => ({
  ...answer,
  read: (body, ...asked) => answer.read(withoutValueAt(body, besidePath), ...asked),
  print: (body, ...asked) => answer.print(withoutValueAt(body, besidePath), ...asked),
  lacksSource: (body) => answer.lacksSource?.(withoutValueAt(body, besidePath)) === true,
});

/** Lists the v2 paths that fill the paths of a file's further calls, each with its call: `calls.owner`. */
export const usedByCalls = (
  file: MappingFile,
  v2: Field,
): readonly (readonly [path: string, call: string])[] =>
  answeringOperations(file).flatMap(({ calls = {} }) =>
    Object.entries(calls).flatMap(([name, { path = {} }]) =>
      Object.values(path).flatMap((feed) => {
        const source = 'field' in feed ? sourceAt(v2, feed.field) : undefined;
        return (source?.accounts ?? []).map((used) => [used, `${CALLS}.${name}`] as const);
      }),
    ),
  );

/** Lists the v1 path parameters that further calls take. */
export const drawnByCalls = ({ calls = {} }: OperationEntry): readonly string[] =>
  Object.values(calls).flatMap(({ v2, path = {} }) =>
    parameterNames(v2).flatMap((name) => {
      const { [name]: feed = { from: name } } = path;
      return 'from' in feed ? [feed.from] : [];
    }),
  );
