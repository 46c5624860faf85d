/** A value, or the reason why there is none. Failures are values inside the gateway and become answers at its edge. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const success = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** Wraps a reason. */
export const failure = <Failure>(reason: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure: reason,
});

type Defined<Of> = { [Key in keyof Of as undefined extends Of[Key] ? never : Key]: Of[Key] } & {
  [Key in keyof Of as undefined extends Of[Key] ? Key : never]?: Exclude<Of[Key], undefined>;
};

/** Leaves out the members of an object that are undefined. */
export const definedMembers = <Of extends object>(object: Of): Defined<Of> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<Of>;
