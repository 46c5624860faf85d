import { randomBytes, randomUUID } from 'node:crypto';
import { bodyValue } from '../../gateway/problems';
import { type CallLine, explainAnswer, type Explanation } from '../../mapping/explain/explanation';
import {
  explainedRefusal,
  explainMembers,
  explainRoute,
  type Subject,
  withheldBy,
} from '../../gateway/explain/explainSubject';
import type { Config } from '../../config/configuration';
import type { Json } from '../../contract/json';
import type { Clock } from '../../contract/clock';
import { wiredUpstream } from '../../gateway/outcome/wired';
import type { PairWire } from '../../mapping/profile/wire';
import { createGateway } from '../../gateway/createGateway';
import type { Keys } from '../../gateway/keys/clientKeys';
import type { Upstream } from '../../gateway/upstream';

const NOT_SENT = 'not sent: a write needs --send';

/** Explains a write without sending it: its body, and the call that would be made. */
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

/** The parts that answer the explained request. */
interface LiveParts {
  readonly config: Pick<Config, 'deadlines' | 'index' | 'guestKey'>;
  readonly upstream: Upstream;
  readonly wire: PairWire;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly authorization: string | undefined;
  readonly stage: string;
  /** Number of the list item to show, from 1. */
  readonly item: number;
}

/** Wraps the upstream so that every call is recorded. */
function watched(upstream: Upstream, clock: Clock, calls: CallLine[]): Upstream {
  return async (request) => {
    const began = clock.steady();
    const outcome = await upstream(request);
    const { method, path } = request;
    const statusOrFault = outcome.ok ? outcome.value.status : outcome.failure.kind;
    calls.push({ method, path, outcome: statusOrFault, ms: clock.steady() - began });
    return outcome;
  };
}

/** Sends a request through a separate gateway and explains every step of it. */
export async function explainLive(subject: Subject, liveParts: LiveParts): Promise<Explanation> {
  const { body, contentType, route, resource, resolved } = subject;
  const { config, upstream, wire, keys, clock, authorization, stage, item } = liveParts;
  const { v2 } = route.operation;
  const calls: CallLine[] = [];
  /** Complete successful answers of v2 that the shown answer may be made of. */
  const v2Bodies: Json[] = [];
  const gateway = createGateway({
    operations: [route.operation],
    upstream: wiredUpstream(watched(upstream, clock, calls), wire),
    keys,
    guestKey: config.guestKey,
    clock,
    // A separate index leaves the index of a running gateway untouched.
    index: {
      secret: randomBytes(32),
      freshMs: config.index.freshSeconds * 1000,
      pageBudget: config.index.pageBudget,
    },
    deadlineMs: config.deadlines.request,
    report: () => undefined,
    watch: (endpoint, answer) => {
      if (endpoint === `${v2.method} ${v2.template}`) v2Bodies.push(answer);
    },
  });
  const cancel = new AbortController().signal;
  const request = { id: randomUUID(), route, authorization, contentType, body, cancel };
  const { answer, refusal } = await gateway.handle(request);
  const common = { route: explainRoute(subject), stage, calls, members: explainMembers(subject).members };
  const v1 = bodyValue(answer);
  if (refusal === undefined) {
    const answered = { v1, v2: v2Bodies, withheld: withheldBy(route), item };
    const explained = explainAnswer(resource, resolved, answered);
    return { ...common, answer: { status: answer.status }, ...explained };
  }
  const { code: problem, detail } = refusal;
  const detailed = detail === undefined ? {} : { detail };
  return { ...common, answer: { status: answer.status, problem, ...detailed, body: v1 }, attributes: [] };
}
