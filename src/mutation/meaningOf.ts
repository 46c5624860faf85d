import { codecCall } from '../mapping/codecCall';
import type { MappingFile, OperationEntry } from '../mapping/mappingFile';
import { parameterNames } from '../mapping/parameterNames';
import type { RuleEntry } from '../mapping/ruleEntry';
import { withoutMembers } from './withoutMembers';

const each = <Entry>(
  entries: Readonly<Record<string, Entry>> = {},
  meaning: (entry: Entry) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, meaning(entry)]));

const withoutEvidence = (entry: object | undefined): unknown =>
  entry && withoutMembers({ ...entry }, ['evidence']);

function ruleMeaning({ codec, pick, ...rest }: RuleEntry): unknown {
  const members = pick && each(pick, ruleMeaning);
  return { ...withoutMembers(rest, ['class', 'reason', 'evidence']), codec: codecCall(codec), members };
}

/** A v2 path parameter that nothing is said of is fed by the v1 parameter of its name. */
const feedsOf = ({ v2, path }: Pick<OperationEntry, 'v2' | 'path'>): unknown =>
  Object.fromEntries(parameterNames(v2).map((name) => [name, path?.[name] ?? { from: name }]));

function operationMeaning({ body, path, answer, notFound, ...rest }: OperationEntry): unknown {
  return {
    rest: withoutEvidence(rest),
    feeds: feedsOf({ v2: rest.v2, path }),
    notFound: withoutEvidence(notFound),
    answer: answer && { contract: answer.contract, attributes: each(answer.attributes, ruleMeaning) },
    body: body && {
      ...{ contract: body.contract, requiredWhen: body.requiredWhen ?? {} },
      fields: each(body.fields, ruleMeaning),
    },
  };
}

/**
 * What of a mapping file takes part in translation, however it is written: two files of one meaning cannot be told
 * apart by any request. Reasons, loss classes and evidence are for people; drops and mirrors are checked at the start.
 */
export function meaningOf({
  contract,
  dates,
  envelope,
  attributes,
  indexes,
  operations,
}: MappingFile): unknown {
  return {
    ...{ contract, dates, envelope },
    attributes: each(attributes, ruleMeaning),
    indexes: each(indexes, withoutEvidence),
    operations: each(operations, operationMeaning),
  };
}
