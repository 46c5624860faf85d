import type { Json } from '../../contract/json';
import { explainBody } from '../../explanation/explainBody';
import type { MemberLine } from '../../explanation/explanation';
import { readBody } from '../../gateway/readBody';
import { readJsonBytes } from '../../gateway/readJsonBytes';
import type { Refusal } from '../../gateway/refusal';
import type { Outgoing } from '../../mapping/operation';
import type { Subject } from './subject';

/** What becomes of a request's body before anything is sent. */
export interface ExplainedBody {
  readonly members: readonly MemberLine[];
  /** What fills the v2 path. */
  readonly outgoing?: Outgoing;
  /** Why the body is refused. */
  readonly refusal?: Refusal;
}

/** Reads and translates the body as the gateway does, and says of each member where it goes. */
export function explainMembers({ route, resolved, body, contentType }: Subject): ExplainedBody {
  if (resolved.body === undefined) return { members: [] };
  const parsed = body.length === 0 ? undefined : readJsonBytes(body, 'refuse');
  const v1: Json = parsed?.ok === true ? parsed.value : {};
  const translated = readBody(route.operation, { body, contentType });
  if (!translated.ok) {
    return { members: explainBody(resolved.body, { v1, v2: undefined }), refusal: translated.failure };
  }
  const outgoing = translated.value;
  return { members: explainBody(resolved.body, { v1, v2: outgoing }), outgoing };
}
