/** A value, or the reason why there is none. Failures are values inside the gateway and become answers at its edge. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Wraps a value. */
export const success = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** Wraps a reason. */
export const failure = <Failure>(reason: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure: reason,
});
