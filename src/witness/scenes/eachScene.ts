import { isJsonObject } from '../../contract/json';
import type { Each } from '../../mapping/operation';
import { withValueAt } from '../../translation/withValueAt';
import { callPath, idIn, type Plot, requestOf } from '../plot';
import type { Cast, Scene } from './scene';

/** One call for each object, all named in one request. */
export function eachScene(plot: Plot, { member }: Each, { objects, number }: Cast): Scene {
  const { operation, idPath } = plot;
  const named = objects.map((object, index) => ({ object, id: idIn(number) + index }));
  const answers = named.map(({ object, id }) => {
    const body = { data: withValueAt(object, idPath, id) };
    return [callPath(plot, id, number), { status: operation.v1.success, body }] as const;
  });
  const request = requestOf(plot, number);
  const body = isJsonObject(request.body) ? request.body : {};
  return {
    request: { ...request, body: { ...body, [member]: named.map(({ id }) => id) } },
    answers: new Map(answers),
  };
}
