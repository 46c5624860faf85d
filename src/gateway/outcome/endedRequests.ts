import type { Clock } from '../../contract/clock';
import type { Served } from '../../cutover/evidence/traffic';
import type { Decision } from '../../cutover/stages/decide';
import type { RequestContext } from '../context';
import { type Answer, problemAnswer, type ProblemCode } from '../problems';

/** The end of v1 as clients see it. */
export interface V1Ending {
  /** Address of the migration guide. */
  readonly guide: string;
  /** Instant (clock ms) at which v1 ends at this gateway. */
  readonly end: number | undefined;
}

/** Parts of answerEnded. */
interface EndedParts {
  readonly stages: { readonly ending?: V1Ending | undefined };
  readonly clock: Pick<Clock, 'now'>;
}

type EndedOutcome =
  | { readonly kind: 'problem'; readonly code: ProblemCode }
  | { readonly kind: 'answer'; readonly answer: Answer; readonly afterwards: undefined };

const answered = (answer: Answer): EndedOutcome => ({ kind: 'answer', answer, afterwards: undefined });

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function sentenceOf({ guide, end }: V1Ending): string {
  return `${end === undefined ? '' : ` It ends on ${day(end)}.`} Move to API v2: ${guide}`;
}

function codeOf({ brownout }: Decision): ProblemCode {
  if (brownout === undefined) return 'gone';
  return brownout.status === 410 ? 'brownoutGone' : 'brownout';
}

/** Describes a request that a brownout has refused for the cutover. */
function refusedBy(id: string, { operation, fingerprint: caller = '' }: RequestContext): Served {
  return {
    resource: operation?.resource ?? '',
    operation: operation?.name ?? '',
    caller,
    side: 'v1',
    because: 'brownout',
    failed: false,
    signature: id,
    milliseconds: 0,
  };
}

/** Refuses a request for which v1 has ended, for good or for a while, before the body is read or anything is sent. */
export function answerEnded(
  { stages: { ending }, clock }: EndedParts,
  context: RequestContext,
  decision: Decision,
): EndedOutcome {
  const { because, brownout } = decision;
  if (because === 'gone') return { kind: 'problem', code: 'gone' };
  const code = codeOf(decision);
  context.facts.problem = code;
  const more = ending === undefined ? '' : sentenceOf(ending);
  if (brownout === undefined) return answered(problemAnswer(code, context.id, {}, more));
  context.outcome = refusedBy(brownout.id, context);
  const seconds = Math.max(1, Math.ceil((brownout.until - clock.now()) / 1000));
  const headers: Answer['headers'] = code === 'brownout' ? { 'retry-after': String(seconds) } : {};
  return answered(problemAnswer(code, context.id, headers, more));
}
