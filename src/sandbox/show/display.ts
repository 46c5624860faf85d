import type { Micros } from '../amounts/micros';
import type { AnswerShape } from '../answerShape';

/** What decides how stored values are printed. */
export interface Display {
  readonly shape: AnswerShape;
  /** Price of one euro in millionths of a US dollar. */
  readonly dollarsPerEuro: Micros;
}
