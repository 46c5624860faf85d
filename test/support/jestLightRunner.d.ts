/** The part of the package that is used: it has no types of its own. */
declare module 'jest-light-runner/child-process' {
  type Report = (test: unknown, outcome: unknown) => Promise<void>;

  export default class LightRunner {
    constructor(globalConfig: { readonly maxWorkers: number }, context: unknown);
    runTests(
      tests: readonly unknown[],
      watcher: unknown,
      onStart: (test: unknown) => Promise<void>,
      onResult: Report,
      onFailure: Report,
    ): Promise<void>;
  }
}
