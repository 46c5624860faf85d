import type { Script } from '../mapping/script';
import { listWithout } from './listPage';
import { namesPage } from './namesPage';
import { callPath, idIn, type Plot, words } from './plot';
import { playOf } from './scenes/playOf';
import { keyOf } from './scenes/lookupScene';
import type { Cast, Scene, ScriptedAnswer } from './scenes/scene';
import { sceneOf } from './scenes/sceneOf';

type Answers = readonly (readonly [string, ScriptedAnswer])[];

const play = (name: string, { request }: Scene, answers: Answers): Script => ({
  name,
  ...playOf({ request, answers: new Map(answers) }),
});

/** v1 ids that are no numbers: they name nothing. */
function letteredScripts({ operation: { v1 } }: Plot, scene: Scene): readonly Script[] {
  const numbers = v1.parameters.filter(({ type }) => type === 'integer');
  return numbers.map(({ name }) => ({
    ...playOf(scene),
    name: `knows no ${words(name)} that is not a number`,
    request: {
      ...scene.request,
      path: v1.template.replace(`{${name}}`, 'x').replaceAll(/\{\w+\}/g, '1'),
    },
  }));
}

/** A key that no item of the whole list has. */
function keylessScripts(
  plot: Plot,
  { objects: [object = {}], number }: Cast,
  scene: Scene,
): readonly Script[] {
  const { operation, idPath } = plot;
  const { lookup } = operation;
  if (lookup === undefined) return [];
  const { index } = lookup;
  const list = listWithout(index, { object, id: idIn(number), idPath, key: keyOf(operation, lookup) });
  const page = [`${index.path}?${index.query(1)}`, { status: 200, body: list }] as const;
  return [play('finds nothing', scene, [page])];
}

/** Scripts of requests for what is not there: an id that is no number, a key that no item has, a 404 of v2. */
export function absenceScripts(plot: Plot, cast: Cast): readonly Script[] {
  const scene = sceneOf(plot, cast);
  const { names } = plot;
  const missing = callPath(plot, idIn(cast.number), cast.number);
  const others = [...scene.answers].filter(([path]) => path !== missing && plot.operation.list === undefined);
  const known =
    names &&
    ([
      `${names.known.list.path}?${names.known.list.query(1, names.known.list.most)}`,
      {
        status: 200,
        body: namesPage(names),
      },
    ] as const);
  return [
    ...letteredScripts(plot, scene),
    ...keylessScripts(plot, cast, scene),
    play('says so when v2 knows of none', scene, [...others, ...(known === undefined ? [] : [known])]),
  ];
}
