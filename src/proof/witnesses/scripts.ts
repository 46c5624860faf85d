import {
  callPath,
  type Cast,
  idIn,
  idValue,
  keyOf,
  notFound,
  playOf,
  type Scene,
  sceneOf,
  type Script,
  type ScriptedAnswer,
  type ScriptSetup,
  spacedWords,
  widthOf,
} from './scenes';
import { listWithout, namesPage } from './listPages';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { askedScripts } from './askedScripts';
import type { Json } from '../../contract/json';
import { type BodyRule, stepsTo } from '../../mapping/translate/translationRule';
import { fedNames, spoken } from '../../mapping/translate/validationErrors';
import { withBranchAt } from './branches';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { requestWitnesses } from './requestNarrowings';
import { type AnswerWitnesses, answerWitnesses } from './witnesses';

type Answers = readonly (readonly [string, ScriptedAnswer])[];

const play = (name: string, { request }: Scene, answers: Answers): Script => ({
  name,
  ...playOf({ request, answers: new Map(answers) }),
});

/** Scripts with v1 ids that are not numbers, which match no resource. */
function letteredScripts({ operation: { v1 } }: ScriptSetup, scene: Scene): readonly Script[] {
  const numbers = v1.parameters.filter(({ type }) => type === 'integer');
  return numbers.map(({ name }) => ({
    ...playOf(scene),
    name: `knows no ${spacedWords(name)} that is not a number`,
    request: {
      ...scene.request,
      path: v1.template.replace(`{${name}}`, 'x').replaceAll(/\{\w+\}/g, '1'),
    },
  }));
}

/** Script of a lookup whose key no item of the list has. */
function keylessScripts(
  setup: ScriptSetup,
  { objects: [object = {}], number }: Cast,
  scene: Scene,
): readonly Script[] {
  const { operation, idPath } = setup;
  const { lookup } = operation;
  if (lookup === undefined) return [];
  const { index } = lookup;
  const list = listWithout(index, {
    object,
    idOf: (next) => idValue(setup, idIn(number) + next),
    idPath,
    key: keyOf(operation, lookup),
  });
  const page = [`${index.path}?${index.query(1)}`, { status: 200, body: list }] as const;
  return [play('finds nothing', scene, [page])];
}

/** Script of an answer about a resource that was not asked for, whose id is text: no digits distinguish the two. */
function foreignScripts(setup: ScriptSetup, cast: Cast): readonly Script[] {
  if (!setup.isTextId || setup.operation.v2.id === undefined) return [];
  const { request } = sceneOf(setup, cast);
  const foreign = sceneOf(setup, { ...cast, number: cast.number + 1 });
  const answers = [...foreign.answers.values()];
  const ownAnswers = [...sceneOf(setup, cast).answers.keys()].map(
    (path, index) => [path, answers[index] ?? notFound] as const,
  );
  return [play('takes no other for the one asked for', { request, answers: foreign.answers }, ownAnswers)];
}

/** Scripts of requests for missing resources: an id that is not a number, a key that no item has, a 404 of v2. */
function absenceScripts(setup: ScriptSetup, cast: Cast): readonly Script[] {
  const scene = sceneOf(setup, cast);
  const { names } = setup;
  const missing = callPath(setup, idIn(cast.number), cast.number);
  const { list: ownList } = setup.operation;
  const otherAnswers = [...scene.answers].filter(
    ([path]) => path.split('?')[0] !== missing && ownList === undefined,
  );
  const nameAnswers = (names === undefined ? [] : [names]).map((listed) => {
    const { path, query, most } = listed.known.list;
    return [`${path}?${query(1, most)}`, { status: 200, body: namesPage(listed) }] as const;
  });
  return [
    ...letteredScripts(setup, scene),
    ...keylessScripts(setup, cast, scene),
    ...foreignScripts(setup, cast),
    play('says so when v2 knows of none', scene, [...otherAnswers, ...nameAnswers]),
  ];
}

const targetsOf = (rules: readonly BodyRule[]): readonly string[] =>
  rules.flatMap((rule) =>
    rule.kind === 'object'
      ? targetsOf(rule.members)
      : fedNames([rule]).map(({ v2 }) => v2.replaceAll('*', '0')),
  );

function refusalOf(targets: readonly string[]): Json {
  const text = (target: string) => `The ${spoken(target)} field is invalid.`;
  const errors = Object.fromEntries(targets.map((target) => [target, [text(target)]]));
  return { message: text(targets[0] ?? ''), errors };
}

/** Scripts of requests that are refused, by v1's own rules and by v2; none for an operation without a body. */
function refusalScripts(
  { body }: ResolvedOperation,
  { request, answer }: Omit<Script, 'name'>,
): readonly Script[] {
  if (body === undefined) return [];
  const conditions = Object.entries(body.requiredWhen).map(([member, condition]): Script => {
    const decided = withBranchAt(request.body ?? {}, [condition], true) ?? {};
    const lacking = withBranchAt(decided, [member], undefined) ?? {};
    const name = `asks for ${spoken(member)} when ${spoken(condition)} is true`;
    return { name, request: { ...request, body: lacking }, answer };
  });
  const targets = targetsOf(body.rules);
  const refused = targets.length === 0 ? [...body.v1.members.keys()] : targets;
  const refusal = { status: 422, body: refusalOf(refused) };
  return [
    { name: 'names what is missing', request: { ...request, body: {} }, answer },
    ...conditions,
    { name: "hands v2's errors on in v1's names", request, answer: () => refusal },
  ];
}

function chunks(objects: readonly Json[], size: number): readonly (readonly Json[])[] {
  const starts = objects.flatMap((_, index) => (index % size === 0 || index === 0 ? [index] : []));
  return starts.map((start) => objects.slice(start, start + size));
}

/** Scripts of a write that v2 acknowledges without its resource: a later read shows it, or finds nothing. */
function acknowledgedScripts({ operation }: ScriptSetup, { request, answers }: Scene): readonly Script[] {
  const { v2, each, acknowledgement } = operation;
  if (v2.resource === undefined || v2.id === undefined || each !== undefined) return [];
  const [firstAnswer = notFound] = answers.values();
  const play = (name: string, read: ScriptedAnswer): Script => {
    const nothing = { status: 202, body: null };
    return { name, request, answer: (_path, method) => (method === 'GET' ? read : nothing) };
  };
  const unshown = acknowledgement === undefined ? 'makes no success of' : 'says so of';
  return [
    play('reads what an acknowledged write does not show', firstAnswer),
    play(`${unshown} an acknowledged write that nothing shows`, notFound),
  ];
}

/** Scripts of answers that violate the contract, numbered from `start`. */
function driftedScripts(
  setup: ScriptSetup,
  { taken: takenObjects, degraded, refused }: AnswerWitnesses,
  start: number,
  sceneWith: (cast: Partial<Cast>) => Scene,
): readonly Script[] {
  const groups = degraded.length === 0 ? [] : chunks(degraded, widthOf(setup));
  const drifted = groups.map((objects, index): Script => {
    const name = `shows what there is where v2 leaves out the rest, ${index + 1} of ${groups.length}`;
    return {
      name,
      drift: true,
      ...playOf(sceneWith({ objects, others: takenObjects, number: start + index })),
    };
  });
  const unshown = setup.operation.acknowledgement === undefined ? 'makes no success of an' : 'shows no';
  const unusable = refused.map(({ path, object }, index): Script => {
    const name = `${unshown} unusable ${path}, ${index + 1} of ${refused.length}`;
    return { name, ...playOf(sceneWith({ objects: [object], number: start + groups.length + index })) };
  });
  return [...drifted, ...unusable];
}

/** Makes scripts that together take every branch of an operation's rules, each with pairwise distinct values. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const witnesses = answerWitnesses(resolved.ownAnswer ?? resource);
  const { taken: takenObjects } = witnesses;
  const bodies = requestWitnesses(resolved);
  const setup: ScriptSetup = {
    ...resolved,
    idPath: stepsTo(resource.envelope.id),
    isTextId: resource.envelope.codec.exact,
    bodies,
  };
  const [firstObject = {}] = takenObjects;
  // Two objects, because a bulk change can fail for one of them.
  const objects = operation.each === undefined ? [firstObject] : [firstObject, firstObject];
  const usual: Cast = { objects, others: [], number: 0, asking: 'everything' };
  const sceneWith = (cast: Partial<Cast>) => sceneOf(setup, { ...usual, ...cast });

  const groups = chunks(takenObjects, widthOf(setup));
  const count = Math.max(groups.length, bodies.length);
  const wholeScripts = Array.from({ length: count }, (_, number): Script => {
    const group = groups[number] ?? [takenObjects[number % takenObjects.length] ?? firstObject];
    const name = `carries every value over, ${number + 1} of ${count}`;
    return { name, ...playOf(sceneWith({ objects: group, others: takenObjects, number })) };
  });
  const plain = playOf(sceneWith({}));
  const unlocked: Script = {
    name: operation.v1.open === true ? 'asks for no key' : 'asks for a key',
    ...plain,
    request: { ...plain.request, keyless: true },
  };
  return [
    ...[...wholeScripts, ...driftedScripts(setup, witnesses, count, sceneWith)],
    ...[...acknowledgedScripts(setup, sceneWith({})), ...askedScripts(setup, sceneWith), unlocked],
    ...[...absenceScripts(setup, usual), ...refusalScripts(resolved, plain)],
  ];
}
