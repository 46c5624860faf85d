import type { Explanation } from '../../explanation/explanation';
import { explainedRefusal } from './explainedRefusal';
import { explainMembers } from './explainMembers';
import { explainRoute, type Subject } from './subject';

/** What would become of a write that is not to be executed: its body, and the call that is not made. */
export function explainUnsent(subject: Subject, stage: string): Explanation {
  const { operation, parameters } = subject.route;
  const { v2, lookup } = operation;
  const { members, refusal } = explainMembers(subject);
  const common = { route: explainRoute(subject), stage, members, attributes: [] };
  if (refusal !== undefined) return { ...common, calls: [], answer: explainedRefusal(refusal) };
  // What is looked up is not known without asking.
  const path = lookup === undefined ? v2.path(parameters) : v2.template;
  return {
    ...common,
    calls: [{ method: v2.method, path, outcome: 'not sent: a write needs --send', ms: 0 }],
  };
}
