import type { Sample } from '../../comparison/keep/keptSample';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator, type OperatorClient } from '../operatorClient';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Terminal } from '../terminal';
import type { DiffExit } from './diffVerdict';
import { pairSubject } from './issuePairs';
import { readSample } from './rejudgedPairs';
import { pairLines } from './pairTable';
import { refused } from '../command';

/** Options that locate a pair: in a store, or in the running gateway. */
export interface PairPlace extends AdminPlace {
  readonly store?: string | undefined;
  readonly json?: boolean;
}

/** Reason for a missing pair. */
interface NoPair {
  readonly code: 3 | 4;
  readonly lines: readonly string[];
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
  pairPlace: PairPlace,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<Sample, NoPair>> {
  const fail = (...lines: readonly string[]) => failure({ code: 4, lines } as const);
  if (pairPlace.store !== undefined) {
    const keptSample = await readSample(pairPlace.store, id);
    if (!keptSample.ok) return fail(keptSample.failure);
    const hint = `\n  = hint: \`lifeboat diff --store STORE\` names the pairs that are kept`;
    return keptSample.value === undefined
      ? fail(`there is no sample ${id}${hint}`)
      : success(keptSample.value);
  }
  const admin = openOperator(pairPlace, environment, style);
  if (!admin.ok) return failure({ code: 3, lines: admin.failure });
  const wanted = await pairNamedBy(id, admin.value);
  const pair = await admin.value.ask(differenceEntries.pair, { id: wanted });
  return pair.ok
    ? pair
    : fail(`${pair.failure.sentence}\n  = hint: \`lifeboat diff\` names the pairs that are kept`);
}

/** Prints one pair of a store or of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  id: string,
  pairPlace: PairPlace,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const pair = await findPair(id, pairPlace, environment, { colour });
  if (!pair.ok) {
    return refused(pair.failure.lines, { complain }, pair.failure.code);
  }
  if (pairPlace.json === true) {
    write(JSON.stringify(pair.value, null, 2));
    return 0;
  }
  const { origins, rules } = pairSubject(pairPlace, environment, terminal);
  const options = { origins, rules, now: clock.now(), colour };
  for (const line of pairLines(pair.value, options)) write(line);
  return 0;
}
