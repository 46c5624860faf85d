import type { Json } from '../../contract/json';
import { explainAnswer } from '../../explanation/explainAnswer';
import type { Explanation } from '../../explanation/explanation';
import { unfit } from '../../gateway/receive';
import { explainedRefusal } from './explainedRefusal';
import { explainMembers } from './explainMembers';
import { explainRoute, type Subject } from './subject';
import { translateGiven } from './translateGiven';
import { withheldBy } from './withheldBy';

/** What a v2 answer, given as a value, becomes; nothing is sent. `item` is the one of a list to show, from 1. */
export function explainOffline(subject: Subject, given: Json, item: number): Explanation {
  const { route, resource, resolved } = subject;
  const { v2 } = route.operation;
  const { members, refusal } = explainMembers(subject);
  const common = {
    route: explainRoute(subject),
    stage: 'v2: the answer was given, nothing is sent',
    calls: [],
    members,
  };
  if (refusal !== undefined) return { ...common, answer: explainedRefusal(refusal), attributes: [] };
  const withheld = withheldBy(route);
  const v1 = translateGiven(route.operation, given, withheld);
  if (!v1.ok) {
    return { ...common, answer: explainedRefusal(unfit(v1.failure, v2.method)), attributes: [] };
  }
  const answered = { v1: v1.value, v2: [given], withheld, item };
  return {
    ...common,
    answer: { status: route.operation.v1.success },
    ...explainAnswer(resource, resolved, answered),
  };
}
