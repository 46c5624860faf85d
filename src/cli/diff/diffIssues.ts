import type { Sample } from '../../comparison/keep/keptSample';
import type { Environment } from '../../config';
import { readServerUrl } from '../../config/postgresUrl';
import { differenceEntries } from '../../operator/differenceEntries';
import { CommandEnd, need, type Surroundings } from '../command';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import { print, type Terminal } from '../terminal';
import { comparedSubject } from './comparedSubject';
import type { DiffExit } from './diffVerdict';
import { pairSubjectOf, type PairSubject, pairLines } from './issuePairs';
import { readSamples } from './diffMappings';

/** Options that locate a pair: in a store, or in the running gateway. */
interface PairPlace extends AdminPlace {
  readonly store?: string | undefined;
  readonly json?: boolean;
}

const ISSUE = /^[0-9a-f]{8}$/;

/** Returns the id of a pair. A user may also name an issue, which stands for its smallest pair. */
async function pairNamedBy(id: string, { ask }: OperatorClient): Promise<string> {
  const report = ISSUE.test(id) ? await ask(differenceEntries.report, {}) : undefined;
  const issue =
    report?.ok === true ? report.value.issues.find((listedIssue) => listedIssue.id === id) : undefined;
  return issue?.smallest.id ?? id;
}

async function findPair(
  id: string,
  { store, ...adminPlace }: PairPlace,
  environment: Environment,
  terminal: Terminal,
): Promise<Sample> {
  const hint = (command: string) => `\n  = hint: \`${command}\` names the pairs that are kept`;
  if (store !== undefined) {
    const [keptSample] = need(await readSamples(readServerUrl(store) ?? store, [id]), 4);
    if (keptSample !== undefined) return keptSample;
    throw new CommandEnd([`there is no sample ${id}${hint('lifeboat diff --store STORE')}`], 4);
  }
  const admin = need(openOperator(adminPlace, environment, terminal), 3);
  const pair = await admin.ask(differenceEntries.pair, { id: await pairNamedBy(id, admin) });
  if (pair.ok) return pair.value;
  throw new CommandEnd([`${pair.failure.sentence}${hint('lifeboat diff')}`], 4);
}

/** Reads the configured mapping lines and agreed differences; without them a pair is shown without its sources. */
function pairSubject({ config }: AdminPlace, environment: Environment, terminal: Terminal): PairSubject {
  try {
    return pairSubjectOf(comparedSubject(config, environment, terminal));
  } catch (error) {
    if (!(error instanceof CommandEnd)) throw error;
    return { origins: () => undefined, rules: [] };
  }
}

/** Prints one pair of a store or of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  { id, ...pairPlace }: PairPlace & { readonly id: string },
  { environment, terminal }: Surroundings,
): Promise<DiffExit> {
  const pair = await findPair(id, pairPlace, environment, terminal);
  const subject = pairSubject(pairPlace, environment, terminal);
  print(pair, pairLines(pair, subject, terminal.colour), pairPlace.json, terminal);
  return 0;
}
