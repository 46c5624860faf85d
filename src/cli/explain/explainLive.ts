import { bodyValue } from '../../gateway/problems';
import { randomBytes, randomUUID } from 'node:crypto';
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
import type { Handled } from '../../gateway/gateway';
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

/** Everything observed while a request was answered. */
interface Seen {
  readonly calls: CallLine[];
  /** Complete successful answers of v2 that the shown answer may be made of. */
  readonly bodies: Json[];
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

function ask(subject: Subject, liveParts: LiveParts, seenCalls: Seen): Promise<Handled> {
  const { body, contentType, route } = subject;
  const { config, upstream, wire, keys, clock, authorization } = liveParts;
  const { v2 } = route.operation;
  const gateway = createGateway({
    operations: [route.operation],
    upstream: wiredUpstream(watched(upstream, clock, seenCalls.calls), wire),
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
      if (endpoint === `${v2.method} ${v2.template}`) seenCalls.bodies.push(answer);
    },
  });
  const cancel = new AbortController().signal;
  return gateway.handle({ id: randomUUID(), route, authorization, contentType, body, cancel });
}

/** Sends a request through a separate gateway and explains every step of it. */
export async function explainLive(subject: Subject, liveParts: LiveParts): Promise<Explanation> {
  const seenCalls: Seen = { calls: [], bodies: [] };
  const { members } = explainMembers(subject);
  const handled = await ask(subject, liveParts, seenCalls);
  const { answer, refusal } = handled;
  const common = {
    route: explainRoute(subject),
    stage: liveParts.stage,
    calls: [...seenCalls.calls],
    members,
  };
  const body = bodyValue(answer);
  if (refusal === undefined) {
    const answered = {
      v1: body,
      v2: seenCalls.bodies,
      withheld: withheldBy(subject.route),
      item: liveParts.item,
    };
    const explained = explainAnswer(subject.resource, subject.resolved, answered);
    return { ...common, answer: { status: answer.status }, ...explained };
  }
  const { code: problem, detail } = refusal;
  const refused = { status: answer.status, problem, ...(detail === undefined ? {} : { detail }), body };
  return { ...common, answer: refused, attributes: [] };
}
