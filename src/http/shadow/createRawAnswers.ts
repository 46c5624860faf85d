import type { RawAnswer } from '../../comparison/rawAnswer';
import type { Upstream } from '../../gateway/upstream';

/** v2's own answers behind the translated ones: the third column. */
export interface RawAnswers {
  /** From here on what v2 answers for this request is kept. */
  readonly begin: (requestId: string) => void;
  /** What was kept, in the order of the answers; nothing is kept for it any more. */
  readonly take: (requestId: string) => readonly RawAnswer[];
  /** The same upstream, looked at. */
  readonly seen: (upstream: Upstream) => Upstream;
}

/** Keeps up to so many bytes for each request; the answers beyond are left out. */
export function createRawAnswers(most: number): RawAnswers {
  const kept = new Map<string, { readonly answers: RawAnswer[]; bytes: number }>();
  return {
    begin: (requestId) => void kept.set(requestId, { answers: [], bytes: 0 }),
    take: (requestId) => {
      const answers = kept.get(requestId)?.answers ?? [];
      kept.delete(requestId);
      return answers;
    },
    seen: (upstream) => async (request) => {
      const outcome = await upstream(request);
      const found = kept.size === 0 ? undefined : kept.get(request.requestId);
      if (found === undefined || !outcome.ok) return outcome;
      const { status, headers, body } = outcome.value;
      found.bytes += body.length;
      const asked = `${request.method} ${request.path}`;
      if (found.bytes <= most) found.answers.push({ asked, status, headers, body: body.toString() });
      return outcome;
    },
  };
}
