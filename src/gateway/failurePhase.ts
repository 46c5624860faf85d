import type { FailurePhase } from '../cutover/fallbackFor';
import type { ProblemCode } from './problems';
import type { Refusal } from './refusal';

/** Everything that is not in here is a complete refusal, by v2 or of the request itself. */
const phases: Partial<Record<ProblemCode, 'translation' | 'call' | FailurePhase>> = {
  invalid: 'translation',
  internal: 'translation',
  indexing: 'untranslatable',
  listChanging: 'untranslatable',
  overloaded: 'unsent',
  upstreamUnreachable: 'call',
  upstreamTimeout: 'call',
  upstreamBroken: 'call',
  upstreamFailed: 'call',
  upstreamBusy: 'call',
  upstreamUnfit: 'unfit',
};

/**
 * How far a refused request had come. A write's `ambiguous` is what the socket proved: bytes had left. For a read the
 * difference between `unsent` and `failed` has no consequence.
 */
export function failurePhase(
  { code, ambiguous = false, partly = false }: Refusal,
  upstreamCalls: number,
): FailurePhase {
  const phase = phaseOf(code, ambiguous, upstreamCalls);
  // What is done already must not be done again elsewhere.
  if (partly) return phase === 'refused' ? 'refused' : 'failed';
  return phase;
}

function phaseOf(code: ProblemCode, ambiguous: boolean, upstreamCalls: number): FailurePhase {
  const phase = phases[code] ?? 'refused';
  if (phase === 'call') return ambiguous ? 'failed' : 'unsent';
  if (phase !== 'translation') return phase;
  if (upstreamCalls === 0) return 'untranslatable';
  return code === 'invalid' ? 'refused' : 'failed'; // v2's own 422, or a bug after a call
}
