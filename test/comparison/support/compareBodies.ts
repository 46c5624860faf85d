import type { Comparison } from '../../../src/comparison/compare/answerPair.js';
import { createCompare } from '../../../src/comparison/compare/compareAnswers.js';
import type { IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';

/** Compares two bodies given as text, or as data. */
export function compareBodies(
  v1: unknown,
  v2: unknown,
  rules: readonly IgnoreRule[] = [],
): Extract<Comparison, { ok: true }> {
  const [answer, nextAnswer] = [v1, v2].map((body) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }));
  if (answer === undefined || nextAnswer === undefined) throw new Error('two bodies are compared');
  const compared = createCompare({ rules, now: () => 0 })(answer, nextAnswer, 'getOffer');
  if (!compared.ok) throw new Error(`not compared: ${compared.reason}`);
  return compared;
}
