import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { Operation } from '../mapping/operation';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { BodyRule } from '../translation/rule';
import type { Script } from '../mapping/script';
import { withValueAt } from '../translation/withValueAt';
import { answerWitnesses } from './answerWitnesses';
import { listPage, listWithout } from './listPage';
import { requestWitnesses } from './requestWitnesses';

const FIRST_ID = 4711;

/** One operation on its way to scripts: what a v1 client sends, what v2 holds. */
interface Plot {
  readonly operation: Operation;
  readonly key: string;
  readonly bodies: readonly JsonObject[];
}

const words = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

function requestOf({ operation, key, bodies }: Plot, id: number, index: number): Script['request'] {
  const { method, template, parameters } = operation.v1;
  const path = parameters.reduce(
    (before, { name, type }) =>
      before.replace(`{${name}}`, type === 'integer' ? String(id) : encodeURIComponent(key)),
    template,
  );
  const body = bodies[index % bodies.length];
  return { method, path, ...(body === undefined ? {} : { body }) };
}

/** v2 while it holds one object: its list, and the object under any other path. */
function holding(
  { operation, key }: Plot,
  id: number,
  object: Json,
  others: readonly Json[],
): Script['answer'] {
  const { lookup, v2 } = operation;
  const wanted = isJsonObject(object) ? { ...object, id } : object;
  const keyed =
    lookup === undefined
      ? wanted
      : withValueAt(
          wanted,
          lookup.index.key.split('.').map((name) => ({ name })),
          key,
        );
  return (path) => {
    const listed = lookup !== undefined && path.startsWith(`${lookup.index.path}?`);
    if (listed) return { status: 200, body: listPage(lookup.index, { id, key, wanted, others }) };
    return { status: v2.success, body: { data: keyed } };
  };
}

function targetsOf(rules: readonly BodyRule[]): readonly string[] {
  return rules.flatMap((rule) =>
    rule.kind === 'object' ? targetsOf(rule.members) : [rule.target.join('.')],
  );
}

/** What v2 says when it takes none of the fields. */
function refusalOf(targets: readonly string[]): Json {
  const text = (target: string) => `The ${target.replaceAll('_', ' ')} field is invalid.`;
  const errors = Object.fromEntries(targets.map((target) => [target, [text(target)]]));
  return { message: text(targets[0] ?? ''), errors };
}

function unusual(plot: Plot, { body }: ResolvedOperation, ordinary: Json): Script[] {
  const { operation, key } = plot;
  const { lookup } = operation;
  const request = requestOf(plot, FIRST_ID, 0);
  const answer = holding(plot, FIRST_ID, ordinary, []);
  const numbers = operation.v1.parameters.filter(({ type }) => type === 'integer');
  const nothing = lookup && listWithout(lookup.index, { id: FIRST_ID, key, wanted: ordinary });
  const refusal = body && refusalOf(targetsOf(body.rules));
  return [
    ...numbers.map(({ name }) => ({
      name: `knows no ${words(name)} that is not a number`,
      request: { ...request, path: operation.v1.template.replaceAll(/\{\w+\}/g, 'x') },
      answer,
    })),
    ...(nothing === undefined
      ? []
      : [{ name: 'finds nothing', request, answer: () => ({ status: 200, body: nothing }) }]),
    ...(refusal === undefined
      ? []
      : [
          { name: 'names what is missing', request: { ...request, body: {} }, answer },
          {
            name: `hands v2's errors on in v1's names`,
            request,
            answer: () => ({ status: 422, body: refusal }),
          },
        ]),
  ];
}

/** Scripts that between them take every branch of an operation's rules, each with values that are pairwise distinct. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const { taken, refused } = answerWitnesses(resource);
  const bodies = requestWitnesses(resolved);
  const plot = { operation, key: 'Some login', bodies };
  const count = Math.max(taken.length, bodies.length);
  const [ordinary = {}] = taken;
  const usual = Array.from({ length: count }, (_, index): Script => {
    const id = FIRST_ID + 10 * index;
    const object = taken[index % taken.length] ?? ordinary;
    const name = `carries every value over, ${index + 1} of ${count}`;
    return { name, request: requestOf(plot, id, index), answer: holding(plot, id, object, taken) };
  });
  const unfit = refused.map(({ path, object }, index): Script => {
    const id = FIRST_ID + 10 * (count + index);
    return {
      name: `makes no success of an unfit ${path}, ${index + 1} of ${refused.length}`,
      request: requestOf(plot, id, 0),
      answer: holding(plot, id, object, []),
    };
  });
  return [...usual, ...unfit, ...unusual(plot, resolved, ordinary)];
}
