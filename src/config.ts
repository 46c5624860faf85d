/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A frozen copy of the environment. Nothing else in the program reads it: whoever needs a variable is handed it. */
export function environment(): Environment {
  return Object.freeze({ ...process.env });
}
