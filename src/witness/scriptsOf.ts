import type { Json, JsonObject } from '../contract/json';
import type { Operation, PathParameter } from '../mapping/operation';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';
import type { Step } from '../translation/rule';
import { steps } from '../translation/steps';
import { withValueAt } from '../translation/withValueAt';
import { answerWitnesses } from './answerWitnesses';
import { listPage, listWithout } from './listPage';
import { refusalScripts } from './refusalScripts';
import { requestWitnesses } from './requestWitnesses';

const FIRST_ID = 4711;
/** Ids of two scripts are so far apart that the items of a list fit between them. */
const ID_STEP = 10;

/** One operation on its way to scripts. */
interface Plot {
  readonly operation: Operation;
  readonly idPath: readonly Step[];
  readonly bodies: readonly JsonObject[];
}

/** A v2 object, and the id that it is to have in one script. */
interface Held {
  readonly object: Json;
  readonly id: number;
}

const words = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const valueOf = ({ name, type }: PathParameter, id: number): string =>
  type === 'integer' ? String(id) : `Some ${words(name)}`;

function requestOf({ operation, bodies }: Plot, id: number, index: number): Script['request'] {
  const { method, template, parameters } = operation.v1;
  const path = parameters.reduce(
    (before, parameter) => before.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter, id))),
    template,
  );
  const body = bodies[index % bodies.length];
  return { method, path, ...(body === undefined ? {} : { body }) };
}

const keyOf = ({ lookup, v1 }: Operation): string =>
  v1.parameters.filter(({ name }) => name === lookup?.by).map((parameter) => valueOf(parameter, 0))[0] ?? '';

/** v2 while it holds one object: its list, and the object under any other path. */
function holding(
  { operation, idPath }: Plot,
  { object, id }: Held,
  others: readonly Json[],
): Script['answer'] {
  const { lookup, v2 } = operation;
  const own = withValueAt(object, idPath, id);
  const whole = () => ({ status: v2.success, body: { data: own } });
  if (lookup === undefined) return whole;
  const { index } = lookup;
  const wanted = { object: own, id, idPath, key: keyOf(operation) };
  const list = { status: 200, body: listPage(index, wanted, others) };
  const found = {
    status: v2.success,
    body: { data: withValueAt(own, steps(index.key.split('.')), wanted.key) },
  };
  return (path) => (path.startsWith(`${index.path}?`) ? list : found);
}

/** Requests that name nothing: an id that is not a number, a key that no item has. */
function missingScripts(plot: Plot, ordinary: Held): readonly Script[] {
  const { operation, idPath } = plot;
  const { lookup, v1 } = operation;
  const request = requestOf(plot, ordinary.id, 0);
  const numbers = v1.parameters.filter(({ type }) => type === 'integer');
  const lettered = numbers.map(({ name }) => ({
    name: `knows no ${words(name)} that is not a number`,
    request: { ...request, path: v1.template.replace(`{${name}}`, 'x').replaceAll(/\{\w+\}/g, '1') },
    answer: holding(plot, ordinary, []),
  }));
  if (lookup === undefined) return lettered;
  const list = listWithout(lookup.index, { ...ordinary, idPath, key: keyOf(operation) });
  return [...lettered, { name: 'finds nothing', request, answer: () => ({ status: 200, body: list }) }];
}

/** Scripts that between them take every branch of an operation's rules, each with values that are pairwise distinct. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const { taken, refused } = answerWitnesses(resource);
  const bodies = requestWitnesses(resolved);
  const plot = { operation, idPath: steps(resource.envelope.id.split('.')), bodies };
  const [first = {}] = taken;
  const count = Math.max(taken.length, bodies.length);
  const usual = Array.from({ length: count }, (_, index): Script => {
    const held = { object: taken[index % taken.length] ?? first, id: FIRST_ID + ID_STEP * index };
    const name = `carries every value over, ${index + 1} of ${count}`;
    return { name, request: requestOf(plot, held.id, index), answer: holding(plot, held, taken) };
  });
  const unfit = refused.map(({ path, object }, index): Script => {
    const held = { object, id: FIRST_ID + ID_STEP * (count + index) };
    const name = `makes no success of an unfit ${path}, ${index + 1} of ${refused.length}`;
    return { name, request: requestOf(plot, held.id, 0), answer: holding(plot, held, []) };
  });
  const ordinary = { object: first, id: FIRST_ID };
  const plain = { request: requestOf(plot, FIRST_ID, 0), answer: holding(plot, ordinary, []) };
  return [...usual, ...unfit, ...missingScripts(plot, ordinary), ...refusalScripts(resolved, plain)];
}
