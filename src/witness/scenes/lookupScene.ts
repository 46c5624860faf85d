import type { Operation } from '../../mapping/operation';
import { stepsTo } from '../../translation/stepsTo';
import { withValueAt } from '../../translation/withValueAt';
import { listPage } from '../listPage';
import { callPath, idIn, type Plot, requestOf, valueOf } from '../plot';
import { flagsOf } from './flagsOf';
import type { Cast, Scene } from './scene';

/** The key that is asked for. */
export const keyOf = ({ v1 }: Operation, { by }: NonNullable<Operation['lookup']>): string =>
  v1.parameters.filter(({ name }) => name === by).map((parameter) => valueOf(parameter, 0))[0] ?? '';

/** The whole list as one page, and then one call for the object that is found in it. */
export function lookupScene(
  plot: Plot,
  lookup: NonNullable<Operation['lookup']>,
  { objects: [object = {}], others, number, asking }: Cast,
): Scene {
  const { operation, idPath } = plot;
  const { index } = lookup;
  const id = idIn(number);
  const key = keyOf(operation, lookup);
  const own = withValueAt(withValueAt(object, idPath, id), stepsTo(index.key), key);
  const list = listPage(index, { object: own, id, idPath, key }, others);
  return {
    request: requestOf(plot, number, flagsOf(plot.query, asking)),
    answers: new Map([
      [`${index.path}?${index.query(1)}`, { status: 200, body: list }],
      [callPath(plot, id, number), { status: operation.v1.success, body: { data: own } }],
    ]),
  };
}
