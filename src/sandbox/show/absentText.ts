import type { AnswerShape } from '../answerShape';

/** How a text that was never given is shown: the specification has no null there, the live service does (observed). */
export const absentText =
  (shape: AnswerShape) =>
  (text: string | null): string | null =>
    text ?? (shape === 'live' ? null : '');
