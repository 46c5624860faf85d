/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Copies the environment, frozen and without a prototype: `toString` is no variable. Nothing else in the program reads it:
 * its functions are handed the variables that they need.
 */
export function environment(): Environment {
  return Object.freeze(Object.assign(Object.create(null) as NodeJS.ProcessEnv, process.env));
}
