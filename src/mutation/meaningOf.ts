import { codecCall } from '../mapping/codecCall';
import type { IndexEntry, MappingFile, OperationEntry } from '../mapping/mappingFile';
import type { RuleEntry } from '../mapping/ruleEntry';

const each = <Entry>(
  entries: Readonly<Record<string, Entry>>,
  meaning: (entry: Entry) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, meaning(entry)]));

/** Without class, reason and evidence, which are for people, and with the codec written one way. */
function ruleMeaning({ from, to, codec, pick, onNull, onAbsent, default: stand }: RuleEntry): unknown {
  return {
    from,
    to,
    codec: codecCall(codec),
    pick: pick && each(pick, ruleMeaning),
    onNull,
    onAbsent,
    stand,
  };
}

const indexMeaning = ({ v2, page, query, id, key, prefer }: IndexEntry): unknown => ({
  ...{ v2, page, query, id, key, prefer },
});

const operationMeaning = ({ v1, v2, parameters, path, success, body }: OperationEntry): unknown => ({
  ...{ v1, v2, parameters, path, success },
  body: body && { contract: body.contract, fields: each(body.fields, ruleMeaning) },
});

/**
 * What of a mapping file takes part in translation, however it is written: two files of one meaning cannot be told
 * apart by any request. Drops and mirrors are checked at the start and do nothing afterwards.
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
    indexes: each(indexes ?? {}, indexMeaning),
    operations: each(operations, operationMeaning),
  };
}
