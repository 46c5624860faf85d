import { isDeepStrictEqual } from 'node:util';
import { contracts } from '../../contract/contracts';
import { type MappingFile, mappingFile, type OperationEntry } from '../../mapping/yaml/mappingFile';
import { applyEdits, type Mutant, subjectOf, withoutMembers } from './mutant';
import { changeCodec } from './codecMutants';
import { changeDefault, changeDrift, changePolicy, changeRequired } from './policyMutants';
import { changeEnvelope, changeIndex, changeOperation } from './operationMutants';
import { changeRoute, changeStatement, dropEntry } from './statementMutants';
import { exchangeSources, swapSource } from './sourceMutants';
import { codecCall, type RuleEntry } from '../../mapping/yaml/ruleEntry';
import { parameterNames } from '../../mapping/compile/pathParameters';
import type { YamlDocument } from '../../mapping/yaml/yamlDocument';
import { type CompiledFile, compileFile, joinFiles } from '../../mapping/compile/loadMappings';
import type { Operation } from '../../mapping/compile/compiledOperation';

const operators = [
  dropEntry,
  swapSource,
  exchangeSources,
  changeCodec,
  changeDefault,
  changePolicy,
  changeDrift,
  changeRequired,
  changeEnvelope,
  changeIndex,
  changeOperation,
  changeRoute,
  changeStatement,
];

/** Every single mistake of the kinds in `operators/` that can be made in a parsed mapping file. */
export function mutantsOf(file: MappingFile, known: typeof contracts): readonly Mutant[] {
  const subject = subjectOf(file, known);
  return subject === undefined ? [] : operators.flatMap((operator) => operator(subject));
}

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

/** What became of one mutant: refused by a start-up check, noticed by a fixture, not a change at all, or unnoticed. */
interface Fate {
  readonly outcome: 'refused' | 'noticed' | 'equivalent' | 'survived';
  /** Code of the check, or place of the fixture. */
  readonly by?: string;
}

/** One mutant tried. */
export interface TriedMutant extends Fate {
  readonly what: string;
  readonly file: string;
  readonly line: number;
  /** The whole line in the file. */
  readonly text: string;
}

/** Where a mutant differs from the mapping: all operations of the resource, or the one named. */
export interface Changed {
  readonly resource: string;
  readonly operation?: string;
}

/** Plays the fixtures on operations with a mutant among them; answers the place of the first that fails. */
export type PlayFixtures = (
  operations: readonly Operation[],
  changed: Changed,
) => Promise<string | undefined>;

/** A mapping file and its neighbours, compiled once. */
interface Patient {
  readonly document: YamlDocument;
  readonly file: MappingFile;
  readonly others: readonly CompiledFile[];
}

async function tryMutant({ path, edits }: Mutant, patient: Patient, play: PlayFixtures): Promise<Fate> {
  const { document, file, others } = patient;
  const value = applyEdits(file, edits);
  const joined = joinFiles([compileFile({ ...document, value }), ...others]);
  if (!joined.ok) return { outcome: 'refused', by: joined.failure[0]?.code ?? 'fault' };
  const [section, operation] = path;
  const changed = {
    resource: file.resource,
    ...(section === 'operations' ? { operation: String(operation) } : {}),
  };
  const place = await play(joined.value.operations, changed);
  if (place !== undefined) return { outcome: 'noticed', by: place };
  const isSame = isDeepStrictEqual(meaningOf(mappingFile.parse(value)), meaningOf(file));
  return { outcome: isSame ? 'equivalent' : 'survived' };
}

/**
 * Makes every mutant of every file, one at a time, and tries whether checks or fixtures notice it. The documents must
 * be without faults. `tried` is told of each, for progress.
 */
export async function tryMutants(
  documents: readonly YamlDocument[],
  play: PlayFixtures,
  tried: (done: number, of: number) => void = () => undefined,
): Promise<readonly TriedMutant[]> {
  const parsed = documents.map((document) => ({ document, file: mappingFile.parse(document.value) }));
  const compiled = documents.map(compileFile);
  const work = parsed.flatMap(({ document, file }, index) => {
    const patient = { document, file, others: compiled.filter((_, other) => other !== index) };
    return mutantsOf(file, contracts).map((mutant) => ({ patient, mutant }));
  });
  const results: TriedMutant[] = [];
  for (const { patient, mutant } of work) {
    const { line } = patient.document.at(mutant.path, 'key');
    const place = { file: patient.document.file, line, text: patient.document.line(line) };
    results.push({ what: mutant.what, ...place, ...(await tryMutant(mutant, patient, play)) });
    tried(results.length, work.length);
  }
  return results;
}
