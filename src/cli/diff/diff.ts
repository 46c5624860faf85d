import type { Sample } from '../../comparison/keep/keptSample';
import { readServerUrl } from '../../config/storePlace';
import { differenceEntries } from '../../operator/differenceEntries';
import { CommandEnd, valueOrEnd, type Surroundings } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { print } from '../terminal';
import { comparedSubject } from './comparedSubject';
import { readSamples } from './diffMappings';
import { diffExit, type DiffExit, type VerdictOptions } from './diffVerdict';
import { pairLines, createGatewayPairFinder, pairSubjectOf, type PairSubject } from './issuePairs';
import { type ReportOptions, showReport } from './report/renderReport';

export interface DiffOptions extends AdminPlace, ReportOptions, VerdictOptions {
  /** Instant (clock ms) from which evidence counts; the configured window by default. */
  readonly since?: number | undefined;
}

/** Prints the report of the running gateway's comparison; the exit code is the verdict. */
export async function diff(options: DiffOptions, around: Surroundings): Promise<DiffExit> {
  const { ask } = valueOrEnd(openOperator(options, around.environment, around.terminal), 3);
  const { since, budget } = options;
  const look = { since: since === undefined ? undefined : new Date(since).toISOString(), budget };
  const report = valueOrEnd(await ask(differenceEntries.report, look), 4);
  await showReport(report, { ...options, findPairs: createGatewayPairFinder(ask) }, around);
  return diffExit(report, options);
}

/** Options that locate a pair: in a store, or in the running gateway. */
type PairPlace = AdminPlace & { readonly store?: string | undefined };

/** Finds one kept pair, in a store or by the running gateway; ends the command if there is none. */
async function findPair(
  id: string,
  { store, ...adminPlace }: PairPlace,
  { environment, terminal }: Surroundings,
): Promise<Sample> {
  const hint = (command: string) => `\n  = hint: \`${command}\` names the pairs that are kept`;
  if (store !== undefined) {
    const [keptSample] = valueOrEnd(await readSamples(readServerUrl(store) ?? store, [id]), 4);
    if (keptSample !== undefined) return keptSample;
    throw new CommandEnd([`there is no sample ${id}${hint('lifeboat diff --store STORE')}`], 4);
  }
  const { ask } = valueOrEnd(openOperator(adminPlace, environment, terminal), 3);
  const pair = await ask(differenceEntries.pair, { id });
  if (pair.ok) return pair.value;
  throw new CommandEnd([`${pair.failure.sentence}${hint('lifeboat diff')}`], 4);
}

/** Reads the configured mapping lines and agreed differences; without them a pair is shown without its sources. */
function pairSubject({ config }: AdminPlace, around: Surroundings): PairSubject {
  try {
    return pairSubjectOf(comparedSubject(config, around));
  } catch (error) {
    if (!(error instanceof CommandEnd)) throw error;
    return { origins: () => undefined, rules: [], wire: { readForm: (_, answer) => answer } };
  }
}

/** Prints one pair of a store or of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  { id, ...pairPlace }: PairPlace & { readonly id: string },
  around: Surroundings,
): Promise<DiffExit> {
  const { terminal } = around;
  const pair = await findPair(id, pairPlace, around);
  const subject = pairSubject(pairPlace, around);
  print(pair, pairLines(pair, subject, terminal.colour), pairPlace.json, terminal);
  return 0;
}
