import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { nameOf } from './sample.mjs';

/** Lets only the mutants of the sample through: the lines that Stryker is given hold others too. */
function sampleChecker(options: StrykerOptions): Checker {
  const drawn = new Set(options['sample'] as readonly string[]);
  const judge = (mutant: Mutant): CheckResult =>
    drawn.has(nameOf(mutant))
      ? { status: CheckStatus.Passed }
      : { status: CheckStatus.CompileError, reason: 'not drawn' };
  return {
    init: () => Promise.resolve(),
    check: (mutants) => Promise.resolve(Object.fromEntries(mutants.map((one) => [one.id, judge(one)]))),
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
  };
}
sampleChecker.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', sampleChecker)];
