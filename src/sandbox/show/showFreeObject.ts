import type { AnswerShape } from '../answerShape';

/** A free-form object; PHP prints an empty one as a list, and so does the live service (observed). */
export function showFreeObject(value: Readonly<Record<string, unknown>>, shape: AnswerShape) {
  return shape === 'live' && Object.keys(value).length === 0 ? [] : value;
}
