import type { Json } from '../../contract/json';
import { withValueAt } from '../../translation/withValueAt';
import { callPath, idIn, type Plot, requestOf } from '../plot';
import { flagsOf } from './flagsOf';
import type { Cast, Scene } from './scene';

/** What v2 says of one object: the object in an envelope, or an answer of the operation's own as it is. */
const bodyOf = ({ ownAnswer, idPath }: Plot, object: Json, id: number): Json =>
  ownAnswer === undefined ? { data: withValueAt(object, idPath, id) } : object;

/** One call for one object. */
export function objectScene(plot: Plot, { objects: [object = {}], number, asking }: Cast): Scene {
  const answer = { status: plot.operation.v1.success, body: bodyOf(plot, object, idIn(number)) };
  return {
    request: requestOf(plot, number, flagsOf(plot.query, asking)),
    answers: new Map([[callPath(plot, idIn(number), number), answer]]),
  };
}
