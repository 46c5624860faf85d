import type { Explanation } from '../../explanation/explanation';
import { explainedRefusal } from './explainedRefusal';
import { explainMembers } from './explainMembers';
import { explainRoute, type Subject } from './subject';

const NOT_SENT = 'not sent: a write needs --send';

/** What would become of a write that is not to be executed: its body, and the call that is not made. */
export function explainUnsent(subject: Subject, stage: string): Explanation {
  const { operation, parameters } = subject.route;
  const { v2, each } = operation;
  const { members, outgoing, refusal } = explainMembers(subject);
  const common = { route: explainRoute(subject), stage, members, attributes: [] };
  if (refusal !== undefined) return { ...common, calls: [], answer: explainedRefusal(refusal) };
  const values = { ...parameters, ...outgoing?.path };
  const paths =
    each === undefined
      ? [v2.path(values)]
      : (outgoing?.ids ?? []).map((id) => v2.path({ ...values, [each.fills]: id }));
  const calls = paths.map((path) => ({ method: v2.method, path, outcome: NOT_SENT, ms: 0 }));
  return { ...common, calls };
}
