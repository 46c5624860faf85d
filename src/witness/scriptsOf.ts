import type { Json } from '../contract/json';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';
import { stepsTo } from '../translation/stepsTo';
import { absenceScripts } from './absenceScripts';
import { type AnswerWitnesses, answerWitnesses } from './answerWitnesses';
import type { Plot } from './plot';
import { queryScripts } from './queryScripts';
import { refusalScripts } from './refusalScripts';
import { requestWitnesses } from './requestWitnesses';
import { notFound, playOf } from './scenes/playOf';
import type { Cast, Scene, ScriptedAnswer } from './scenes/scene';
import { sceneOf, widthOf } from './scenes/sceneOf';

/** Groups of at most so many. */
function chunks(objects: readonly Json[], size: number): readonly (readonly Json[])[] {
  const starts = objects.flatMap((_, index) => (index % size === 0 || index === 0 ? [index] : []));
  return starts.map((start) => objects.slice(start, start + size));
}

/** A write that v2 acknowledges without showing its resource: a read shows it, or nothing does. */
function acknowledgedScripts({ operation }: Plot, { request, answers }: Scene): readonly Script[] {
  const { v2, each, acknowledgement } = operation;
  if (v2.resource === undefined || v2.id === undefined || each !== undefined) return [];
  const [shown = notFound] = answers.values();
  const play = (name: string, read: ScriptedAnswer): Script => {
    const nothing = { status: 202, body: null };
    return { name, request, answer: (_path, method) => (method === 'GET' ? read : nothing) };
  };
  const unshown = acknowledgement === undefined ? 'makes no success of' : 'says so of';
  return [
    play('reads what an acknowledged write does not show', shown),
    play(`${unshown} an acknowledged write that nothing shows`, notFound),
  ];
}

/** What the client may ask for beside a resource, and what it gets when it does not. */
function askedScripts({ operation, query }: Plot, stage: (cast: Partial<Cast>) => Scene): readonly Script[] {
  if (query.length === 0) return [];
  const most: Script = { name: 'takes the largest page', ...playOf(stage({ asking: 'most' })) };
  return [
    { name: 'shows what is not asked for as v1 does', ...playOf(stage({ asking: 'nothing' })) },
    ...(operation.list === undefined ? [] : [most]),
    ...queryScripts(query, playOf(stage({}))),
  ];
}

/** What becomes of answers that are not as the contract has them, each under a number from `start` on. */
function driftedScripts(
  plot: Plot,
  { taken, degraded, refused }: AnswerWitnesses,
  start: number,
  stage: (cast: Partial<Cast>) => Scene,
): readonly Script[] {
  const groups = degraded.length === 0 ? [] : chunks(degraded, widthOf(plot));
  const drifted = groups.map((objects, index): Script => {
    const name = `shows what there is where v2 leaves out the rest, ${index + 1} of ${groups.length}`;
    return { name, drift: true, ...playOf(stage({ objects, others: taken, number: start + index })) };
  });
  const unshown = plot.operation.acknowledgement === undefined ? 'makes no success of an' : 'shows no';
  const unusable = refused.map(({ path, object }, index): Script => {
    const name = `${unshown} unusable ${path}, ${index + 1} of ${refused.length}`;
    return { name, ...playOf(stage({ objects: [object], number: start + groups.length + index })) };
  });
  return [...drifted, ...unusable];
}

/** Scripts that between them take every branch of an operation's rules, each with values that are pairwise distinct. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const witnesses = answerWitnesses(resolved.ownAnswer ?? resource);
  const { taken } = witnesses;
  const bodies = requestWitnesses(resolved);
  const plot: Plot = { ...resolved, idPath: stepsTo(resource.envelope.id), bodies };
  const [first = {}] = taken;
  // Of two that are changed one can fail.
  const objects = operation.each === undefined ? [first] : [first, first];
  const usual: Cast = { objects, others: [], number: 0, asking: 'everything' };
  const stage = (cast: Partial<Cast>) => sceneOf(plot, { ...usual, ...cast });

  const groups = chunks(taken, widthOf(plot));
  const count = Math.max(groups.length, bodies.length);
  const whole = Array.from({ length: count }, (_, number): Script => {
    const group = groups[number] ?? [taken[number % taken.length] ?? first];
    const name = `carries every value over, ${number + 1} of ${count}`;
    return { name, ...playOf(stage({ objects: group, others: taken, number })) };
  });
  const plain = playOf(stage({}));
  const unlocked: Script = {
    name: operation.v1.open === true ? 'asks for no key' : 'asks for a key',
    ...plain,
    request: { ...plain.request, keyless: true },
  };
  return [
    ...[...whole, ...driftedScripts(plot, witnesses, count, stage)],
    ...[...acknowledgedScripts(plot, stage({})), ...askedScripts(plot, stage), unlocked],
    ...[...absenceScripts(plot, usual), ...refusalScripts(resolved, plain)],
  ];
}
