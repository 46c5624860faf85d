import type { Json } from '../../contract/json';
import { explainAnswer } from '../../explanation/explainAnswer';
import type { Explanation } from '../../explanation/explanation';
import { unfit } from '../../gateway/receive';
import { explainedRefusal } from './explainedRefusal';
import { explainMembers } from './explainMembers';
import { explainRoute, type Subject } from './subject';

/** What a v2 answer, given as a value, becomes; nothing is sent. */
export function explainOffline(subject: Subject, given: Json): Explanation {
  const { route, resource } = subject;
  const { answer: translate, v2 } = route.operation;
  const { members, refusal } = explainMembers(subject);
  const common = {
    route: explainRoute(subject),
    stage: 'v2: the answer was given, nothing is sent',
    calls: [],
    members,
  };
  if (refusal !== undefined) return { ...common, answer: explainedRefusal(refusal), attributes: [] };
  const translated = translate(given);
  if (!translated.ok) {
    return { ...common, answer: explainedRefusal(unfit(translated.failure, v2.method)), attributes: [] };
  }
  const attributes = explainAnswer(resource, { v2: given, v1: translated.value });
  return { ...common, answer: { status: v2.success }, attributes };
}
