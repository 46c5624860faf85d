import type { Json } from '../../contract/json';
import type { Explanation } from '../../explanation/explanation';
import { answerRefusal, type Refusal } from '../../gateway/refusal';

/** A refusal as an explanation shows it: what the client reads, and for the operator why. */
export function explainedRefusal(refusal: Refusal): NonNullable<Explanation['answer']> {
  const { status, body } = answerRefusal(refusal, '');
  const { code, detail } = refusal;
  return {
    status,
    problem: code,
    ...(detail === undefined ? {} : { detail }),
    body: JSON.parse(body) as Json,
  };
}
