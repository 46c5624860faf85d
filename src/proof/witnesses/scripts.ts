import {
  callPath,
  type Cast,
  headWithout,
  idIn,
  notFound,
  type Scene,
  sceneFrom,
  sceneOf,
  type Script,
  type ScriptSetup,
} from './scenes';
import { namesPage, widthOf } from './listPages';
import { nameWords } from '../../contract/field';
import type { PathParameter } from '../../mapping/compile/compiledOperation';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { Json } from '../../contract/json';
import {
  type BodyRule,
  steps,
  stepsTo,
  withoutValueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { fedFieldNames } from '../../mapping/translate/validationErrors';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { requestWitnesses } from './requestNarrowings';
import { type Answers, foreignAnswers, type ScriptedAnswer } from './furtherAnswers';
import { triedHeaders } from './triedHeaders';
import { type AnswerWitnesses, makeAnswerWitnesses } from './witnesses';

/** Lists texts in the place of a path parameter that match no resource, each with what it is. */
function strayTexts({
  type,
  except = [],
}: PathParameter): readonly (readonly [text: string, fault: string])[] {
  const routes = except.slice(0, 1).map((text) => [text, 'is another route'] as const);
  return type === 'integer' ? [['x', 'is not a number'], ...routes] : routes;
}

/** Scripts of requests for missing resources: an id that is not a number, a key that no item has, a 404 of v2. */
function absenceScripts(setup: ScriptSetup, cast: Cast): readonly Script[] {
  const { operation, names, isTextId } = setup;
  const scene = sceneOf(setup, cast);
  const { request } = scene;
  const play = (name: string, answers: Answers): Script => ({ name, ...sceneFrom(request, answers) });
  const strayed = operation.v1.parameters.flatMap((parameter) =>
    strayTexts(parameter).map(([text, fault]) => {
      const path = operation.v1.template.replace(`{${parameter.name}}`, text).replaceAll(/\{\w+\}/g, '1');
      const what = `knows no ${nameWords(parameter.name).join(' ')} that ${fault}`;
      return { ...scene, name: what, request: { ...request, path } };
    }),
  );
  const head = headWithout(setup, cast);
  // A text id: no digits distinguish the resource that was asked for from another one.
  const foreign = sceneOf(setup, { ...cast, number: cast.number + 1 }).answers;
  const mixed = scene.answers.map(([path], index) => [path, foreign[index]?.[1] ?? notFound] as const);
  const missing = callPath(setup, idIn(cast.number), cast.number);
  const isKept = ([path]: Answers[number]) => path.split('?')[0] !== missing && operation.list === undefined;
  const answers = scene.answers.filter(isKept);
  if (names !== undefined) {
    const { path, query, most } = names.known.list;
    answers.push([`${path}?${query(1, most)}`, { status: 200, body: namesPage(names) }]);
  }
  const scripts: Script[] = [...strayed];
  if (head.length > 0) scripts.push(play('finds nothing', head));
  if (isTextId && operation.v2.id !== undefined)
    scripts.push(play('takes no other for the one asked for', mixed));
  for (const [call, foreignCall] of foreignAnswers(operation.calls ?? [], scene.answers))
    scripts.push(play(`takes no other ${call} for the one asked for`, foreignCall));
  return [...scripts, play('says so when v2 knows of none', answers)];
}

const targetsOf = (rules: readonly BodyRule[]): readonly string[] =>
  rules.flatMap((rule) => {
    if (rule.kind === 'object') return targetsOf(rule.members);
    return fedFieldNames([rule]).map(({ v2 }) => v2.replaceAll('*', '0'));
  });

/** Scripts of requests that are refused, by v1's own rules and by v2; none for an operation without a body. */
function refusalScripts({ body }: ResolvedOperation, { request, answer }: Scene): readonly Script[] {
  if (body === undefined) return [];
  const conditions = Object.entries(body.requiredWhen).map(([member, condition]): Script => {
    const decided = withValueAt(request.body ?? {}, steps([condition]), true);
    const name = `asks for ${body.nameInText(member)} when ${body.nameInText(condition)} is true`;
    return { name, request: { ...request, body: withoutValueAt(decided, steps([member])) }, answer };
  });
  const targets = targetsOf(body.rules);
  const refused = targets.length === 0 ? [...body.v1.members.keys()] : targets;
  const text = (target = '') => `The ${body.nameInText(target)} field is invalid.`;
  const errors = Object.fromEntries(refused.map((target) => [target, [text(target)]]));
  const refusal = { status: 422, body: { message: text(refused[0]), errors } };
  return [
    { name: 'names what is missing', request: { ...request, body: {} }, answer },
    ...conditions,
    { name: "hands v2's errors on in v1's names", request, answer: () => refusal },
  ];
}

/** Scripts of a write that v2 acknowledges without its resource: a later read shows it, or finds nothing. */
function acknowledgedScripts({ operation }: ScriptSetup, { request, answers }: Scene): readonly Script[] {
  const { v2, each, acknowledgement } = operation;
  if (v2.resource === undefined || v2.id === undefined || each !== undefined) return [];
  const play = (name: string, read: ScriptedAnswer = notFound): Script => {
    const nothing = { status: 202, body: null };
    return { name, request, answer: (_path, method) => (method === 'GET' ? read : nothing) };
  };
  const unshown = acknowledgement === undefined ? 'makes no success of' : 'says so of';
  return [
    play('reads what an acknowledged write does not show', answers[0]?.[1]),
    play(`${unshown} an acknowledged write that nothing shows`),
  ];
}

type SceneWith = (cast: Partial<Cast>) => Scene;

/** Scripts of values that v1 refuses: a flag that is neither true nor false, a number that is too large. */
function refusedScripts({ query }: ScriptSetup, scene: Scene): readonly Script[] {
  const checked = query.filter(({ isFree }) => isFree !== true);
  return checked.map(({ name, most }) => {
    const value = most === undefined ? 'perhaps' : String(most + 1);
    const path = `${scene.request.path.split('?')[0] ?? ''}?${name}=${value}`;
    return { ...scene, name: `takes no ${name} of ${value}`, request: { ...scene.request, path } };
  });
}

/** Returns what no line of the query names, and what a line leaves out. */
const unmappedNames = ({ sent }: ScriptSetup): readonly string[] =>
  sent === undefined
    ? []
    : ['unnamed', ...sent.losses.flatMap(({ member }) => /^\?(.*)/.exec(member)?.slice(1) ?? [])];

/** Lists scripts of the query and the headers: nothing asked for, the largest page, refused values, each word. */
function queryScripts(setup: ScriptSetup, sceneWith: SceneWith): readonly Script[] {
  const { operation, query, sent, headers } = setup;
  if (query.length === 0 && sent === undefined) return [];
  const scripts: Script[] = [];
  const add = (name: string, cast: Partial<Cast>) => scripts.push({ name, ...sceneWith(cast) });
  add('shows what is not asked for as v1 does', { asking: 'nothing' });
  if (operation.list !== undefined) add('takes the largest page', { asking: 'most' });
  scripts.push(...refusedScripts(setup, sceneWith({})));
  for (const { name, words = [] } of query)
    for (const word of words) add(`asks for ${name} ${word}`, { query: { [name]: word } });
  for (const [name, value] of headers === undefined ? [] : triedHeaders(headers))
    add(`is sent the header ${name} of ${value}`, { headers: { [name]: value } });
  for (const name of unmappedNames(setup)) add(`is asked with ${name}`, { query: { [name]: '1' } });
  return scripts;
}

function chunks(objects: readonly Json[], most: number): readonly (readonly Json[])[] {
  const size = Math.min(most, objects.length);
  return Array.from({ length: Math.ceil(objects.length / size) }, (_, index) =>
    objects.slice(index * size, (index + 1) * size),
  );
}

/** Scripts of answers that violate the contract, numbered from `start`. */
function driftedScripts(
  setup: ScriptSetup,
  { translated, reduced, refused }: AnswerWitnesses,
  start: number,
  sceneWith: SceneWith,
): readonly Script[] {
  const groups = chunks(reduced, widthOf(setup));
  const unshown = setup.operation.acknowledgement === undefined ? 'makes no success of an' : 'shows no';
  return [
    ...groups.map((objects, index) => ({
      name: `shows what there is where v2 leaves out the rest, ${index + 1} of ${groups.length}`,
      drift: true as const,
      ...sceneWith({ objects, others: translated, number: start + index }),
    })),
    ...refused.map(({ path, object }, index) => ({
      name: `${unshown} unusable ${path}, ${index + 1} of ${refused.length}`,
      ...sceneWith({ objects: [object], number: start + groups.length + index }),
    })),
  ];
}

/** Makes scripts that together take every branch of an operation's rules, each with pairwise distinct values. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const { rules } = resolved.ownAnswer ?? resource;
  const witnesses = makeAnswerWitnesses({ v2: resolved.v2, rules });
  const { translated } = witnesses;
  const bodies = requestWitnesses(resolved);
  const setup: ScriptSetup = {
    ...resolved,
    idPath: stepsTo(resource.envelope.id),
    isTextId: resource.envelope.codec.exact,
    bodies,
  };
  const [firstObject = {}] = translated;
  // Two objects, because a bulk change can fail for one of them.
  const objects = operation.each === undefined ? [firstObject] : [firstObject, firstObject];
  const usual: Cast = { objects, others: [], number: 0, asking: 'everything' };
  const sceneWith: SceneWith = (cast) => sceneOf(setup, { ...usual, ...cast });

  const groups = chunks(translated, widthOf(setup));
  const count = Math.max(groups.length, bodies.length);
  const wholeScripts = Array.from({ length: count }, (_, number): Script => {
    const group = groups[number] ?? [translated[number % translated.length] ?? firstObject];
    const name = `carries every value over, ${number + 1} of ${count}`;
    return { name, ...sceneWith({ objects: group, others: translated, number }) };
  });
  const plain = sceneWith({});
  const unlocked: Script = {
    ...plain,
    name: operation.v1.open === true ? 'asks for no key' : 'asks for a key',
    request: { ...plain.request, keyless: true },
  };
  return [
    ...wholeScripts,
    ...driftedScripts(setup, witnesses, count, sceneWith),
    ...acknowledgedScripts(setup, plain),
    ...queryScripts(setup, sceneWith),
    unlocked,
    ...absenceScripts(setup, usual),
    ...refusalScripts(resolved, plain),
  ];
}
