import { ONE, type Micros } from '../amounts/micros';
import { roundHalfEven } from '../amounts/roundHalfEven';

/** The marketplace keeps one tenth of a sale (assumed). */
const FEE_DIVISOR = 10n;

/** One cent, in millionths. */
const CENT = ONE / 100n;

/** What is paid for a total and what the marketplace keeps of it: whole cents, half-even. */
export function paidAndFee(total: Micros): { readonly amount: Micros; readonly fee: Micros } {
  const amount = roundHalfEven(total, CENT) * CENT;
  return { amount, fee: roundHalfEven(amount, FEE_DIVISOR * CENT) * CENT };
}
