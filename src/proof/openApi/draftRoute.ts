import { parameterNames } from '../../mapping/yaml/ruleEntry';
import { nameWords } from '../../contract/field';
import { plainName } from '../learn/answerExamples';
import { type DescribedApi, type DescribedOperation, listIn, objectIn } from './openApiFile';

/** Returns the normal form of a name: `Tickets`, `tickets` and `ticket` are one name. */
export const singular = (name: string): string =>
  nameWords(name)
    .join('-')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');

/**
 * Lists what the parameters of a path say beside its other words and `id`: nothing for `{ticketId}` after `/tickets`,
 * `key` for `{spaceKey}` after `/spaces`.
 */
export function parameterMeanings(path: string): readonly string[] {
  const literals = path.split('/').filter((segment) => !segment.startsWith('{'));
  const pathWords = new Set(['id', ...literals.flatMap((segment) => nameWords(singular(segment)))]);
  return parameterNames(path).map((name) =>
    nameWords(name)
      .filter((word) => !pathWords.has(word))
      .join(' '),
  );
}

/** The id at the end of a path, in the type that a mapping gives it. */
export interface ItemKey {
  readonly type: 'id' | 'integer';
}

/**
 * True if two paths are filled by the same values: a key in the place of an id would find something else. With an item
 * key the last ones are ids, whatever their names.
 */
export function haveSameParameters(v1: DescribedOperation, v2: DescribedOperation, key?: ItemKey): boolean {
  const [ours, theirs] = [v1, v2].map(({ path }) => parameterMeanings(path));
  const end = key === undefined ? undefined : -1;
  return ours?.length === theirs?.length && ours?.slice(0, end).join('/') === theirs?.slice(0, end).join('/');
}

function typeOfParameter({ parameters }: DescribedOperation, name: string): 'integer' | 'text' {
  const described = parameters.find((parameter) => parameter['in'] === 'path' && parameter['name'] === name);
  return JSON.stringify(described?.['schema'] ?? {}).includes('"integer"') ? 'integer' : 'text';
}

/** Lists the texts that an API has routes for in the place of the last parameter of a path: `search` beside `/things/{id}`. */
function otherRoutes({ method, path }: DescribedOperation, { operations }: DescribedApi): readonly string[] {
  const start = path.slice(0, path.lastIndexOf('/') + 1);
  return operations.flatMap((operation) => {
    const last = operation.path.slice(start.length);
    const isBeside = operation.method === method && operation.path.startsWith(start);
    return isBeside && /^[\w.-]+$/.test(last) ? last : [];
  });
}

/**
 * Drafts an operation's routes, and what fills v2's path. Returns undefined if the parameters differ. The item key is
 * absent if no id of the resource ends the path.
 */
export function draftRoutes(
  v1: DescribedOperation,
  v2: DescribedOperation,
  api: DescribedApi,
  key: ItemKey | undefined,
) {
  if (!haveSameParameters(v1, v2, key)) return undefined;
  const names = parameterNames(v1.path);
  const types = names.map(
    (name) => [name, (name === names.at(-1) && key?.type) || typeOfParameter(v1, name)] as const,
  );
  const renamed = parameterNames(v2.path).flatMap((name, index) =>
    name === names[index] ? [] : [[name, { from: names[index] }] as const],
  );
  const last = types.at(-1);
  const except = v1.path.endsWith('}') && last?.[1] !== 'integer' ? otherRoutes(v1, api) : [];
  return {
    v1: `${v1.method} /v1${v1.path}`,
    ...(types.length > 0 && { parameters: Object.fromEntries(types) }),
    ...(last !== undefined && except.length > 0 && { except: { [last[0]]: except } }),
    v2: `${v2.method} /v2${v2.path}`,
    ...(renamed.length > 0 && { path: Object.fromEntries(renamed) }),
  };
}

interface QueryParameter {
  readonly name: string;
  readonly words: readonly unknown[];
}

const queryParameters = (
  { parameters }: DescribedOperation,
  resolve: DescribedApi['resolve'],
): readonly QueryParameter[] =>
  parameters.flatMap(({ name, in: location, schema }) => {
    if (location !== 'query' || typeof name !== 'string') return [];
    return { name, words: listIn(objectIn(resolve(schema))['enum']) };
  });

/** An operation of one side, and the query parameters that `list:` reads. */
interface QuerySide {
  readonly operation: DescribedOperation;
  readonly api: DescribedApi;
  readonly pageNames: readonly string[];
}

const NOT_TAKEN = 'v2 takes nothing of this name, so it is refused';

/** Names of parameters that say which member stands in the place of an id, and why they are refused there. */
const OTHER_KEY = /^id_?(?:property|field|type)$/i;
const IS_OTHER_KEY =
  'it puts another member in the place of the id, so it is refused; `text` for the type of the id lets it pass';

/** Says why a parameter is refused; undefined if v2 has the same. */
function refusalOf(
  { name, words }: QueryParameter,
  same: QueryParameter | undefined,
  key: ItemKey | undefined,
): string | undefined {
  const isNarrower = same && same.words.length > 0 && words.some((word) => !same.words.includes(word));
  if (same === undefined || isNarrower === true) return NOT_TAKEN;
  return key?.type === 'id' && OTHER_KEY.test(name) ? IS_OTHER_KEY : undefined;
}

/**
 * Drafts the treatment of a query: a parameter goes on to the one of its name in v2, if that takes the same words.
 * `refused` are the others, with the reason: without them v2 would answer another question.
 */
export function draftQuery(v1: QuerySide, v2: QuerySide, key: ItemKey | undefined) {
  const [v1Parameters, v2Parameters] = [v1, v2].map(({ operation, api, pageNames }) =>
    queryParameters(operation, api.resolve).filter(({ name }) => !pageNames.includes(name)),
  );
  const takes: Record<string, string> = {};
  const refused: (readonly [name: string, why: string])[] = [];
  for (const parameter of v1Parameters ?? []) {
    const { name } = parameter;
    const same = v2Parameters?.find((parameterOfV2) => plainName(parameterOfV2.name) === plainName(name));
    const why = refusalOf(parameter, same, key);
    if (same === undefined || why !== undefined) refused.push([name, why ?? NOT_TAKEN]);
    else takes[name] = same.name;
  }
  return { refused, ...(Object.keys(takes).length > 0 && { query: { takes, others: 'refuse' } }) };
}
