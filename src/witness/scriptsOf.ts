import type { Json } from '../contract/json';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';
import { stepsTo } from '../translation/stepsTo';
import { absenceScripts } from './absenceScripts';
import { answerWitnesses } from './answerWitnesses';
import type { Plot } from './plot';
import { queryScripts } from './queryScripts';
import { refusalScripts } from './refusalScripts';
import { requestWitnesses } from './requestWitnesses';
import { playOf } from './scenes/playOf';
import type { Cast, Scene } from './scenes/scene';
import { sceneOf, widthOf } from './scenes/sceneOf';

type Play = Omit<Script, 'name'>;

/** Groups of at most so many. */
function chunks(objects: readonly Json[], size: number): readonly (readonly Json[])[] {
  const starts = objects.flatMap((_, index) => (index % size === 0 || index === 0 ? [index] : []));
  return starts.map((start) => objects.slice(start, start + size));
}

/** The same, but that the last call is answered with another status. */
function withStatus({ request, answers }: Scene, status: number): Play {
  const last = [...answers.keys()].at(-1);
  const changed = [...answers].map(
    ([path, answer]) => [path, path === last ? { ...answer, status } : answer] as const,
  );
  return playOf({ request, answers: new Map(changed) });
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

/** Scripts that between them take every branch of an operation's rules, each with values that are pairwise distinct. */
export function scriptsOf(resolved: ResolvedOperation, resource: ResolvedResource): readonly Script[] {
  const { operation } = resolved;
  const { taken, refused } = answerWitnesses(resolved.ownAnswer ?? resource);
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
  const unfit = refused.map(({ path, object }, index): Script => {
    const name = `makes no success of an unfit ${path}, ${index + 1} of ${refused.length}`;
    return { name, ...playOf(stage({ objects: [object], number: count + index })) };
  });
  const others = (operation.v2.alsoSuccess ?? []).map((status): Script => {
    return { name: `takes ${status} for a success too`, ...withStatus(stage({}), status) };
  });
  const plain = playOf(stage({}));
  const unlocked: Script = {
    name: operation.v1.open === true ? 'asks for no key' : 'asks for a key',
    ...plain,
    request: { ...plain.request, keyless: true },
  };
  return [
    ...[...whole, ...unfit, ...others, ...askedScripts(plot, stage), unlocked],
    ...[...absenceScripts(plot, usual), ...refusalScripts(resolved, plain)],
  ];
}
