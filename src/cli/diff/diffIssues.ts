import { comparisonReport } from '../../comparison/report/comparisonReport';
import { sample, type Sample } from '../../comparison/keep/keptSample';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../contract/result';
import { type AdminPlace, openAdmin } from '../adminClient';
import { askCutover } from '../cutover/askCutover';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Terminal } from '../terminal';
import type { DiffExit } from './diffVerdict';
import { pairSubject } from './issuePairs';
import { readSample } from './rejudgedPairs';
import { pairLines } from './pairTable';
import { changedPage } from '../../cutover/cutoverPages';
import { causeText, issueTitle } from '../../comparison/report/reportPhrases';
import { gatewaySource } from './diff';
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

type AskAdmin = Extract<ReturnType<typeof openAdmin>, { readonly ok: true }>['value'];

/** Returns the id of a pair: who has read `diff` may name an issue, which stands for its smallest pair. */
async function pairNamedBy(id: string, ask: AskAdmin): Promise<string> {
  const report = ISSUE.test(id) ? await ask('/comparison', comparisonReport) : undefined;
  const issue = report?.ok === true ? report.value.issues.find((one) => one.id === id) : undefined;
  return issue?.smallest.id ?? id;
}

async function findPair(
  id: string,
  place: PairPlace,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<Sample, NoPair>> {
  const fail = (...lines: readonly string[]) => failure({ code: 4, lines } as const);
  if (place.store !== undefined) {
    const kept = await readSample(place.store, id);
    if (!kept.ok) return fail(kept.failure);
    const hint = `\n  = hint: \`lifeboat diff --store STORE\` names the pairs that are kept`;
    return kept.value === undefined ? fail(`there is no sample ${id}${hint}`) : success(kept.value);
  }
  const admin = openAdmin(place, environment, style);
  if (!admin.ok) return failure({ code: 3, lines: admin.failure });
  const wanted = await pairNamedBy(id, admin.value);
  const pair = await admin.value(`/comparison/pairs/${encodeURIComponent(wanted)}`, sample);
  return pair.ok ? pair : fail(`${pair.failure}\n  = hint: \`lifeboat diff\` names the pairs that are kept`);
}

/** Prints one pair of a store or of the running gateway side by side: v1, v2 translated, and v2 itself. */
export async function showPair(
  id: string,
  place: PairPlace,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const pair = await findPair(id, place, environment, { colour });
  if (!pair.ok) {
    return refused(pair.failure.lines, { complain }, pair.failure.code);
  }
  if (place.json === true) {
    write(JSON.stringify(pair.value, null, 2));
    return 0;
  }
  const { origins, rules } = pairSubject(place, environment, terminal);
  const options = { origins, rules, now: clock.now(), colour };
  for (const line of pairLines(pair.value, options)) write(line);
  return 0;
}

/** Options of `lifeboat diff resolve` and `lifeboat diff agree`. */
export interface ResolveOptions extends AdminPlace {
  /** End of an agreement, clock ms; absent for a resolution. */
  readonly until?: number;
  /** Person who answers for an agreement; whoever makes it unless given. */
  readonly owner?: string;
  readonly reason: string;
  readonly actor: string;
  readonly json?: boolean;
}

/** Most places of one mapping line in one log entry. */
const MOST_PLACES = 200;

const agreementOf = ({ until, owner, actor }: ResolveOptions) =>
  until === undefined ? {} : { agreed: { until, owner: owner ?? actor } };

const effectOf = ({ until }: ResolveOptions): string =>
  until === undefined
    ? 'what was seen so far counts no more'
    : `counts as no difference until ${new Date(until).toISOString()}`;

/**
 * Has a running gateway record that an issue is fixed: earlier evidence of it no longer counts; or that it is agreed on,
 * then none does until the agreement ends. 4 when the gateway cannot be asked, knows no such issue or refuses.
 */
export async function resolveIssue(
  id: string,
  options: ResolveOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { complain, write, colour } = terminal;
  const source = gatewaySource(options, {}, environment, { colour });
  if (!source.ok) return refused(source.failure, { complain }, 3);
  const report = await source.value();
  if (!report.ok) {
    complain(report.failure);
    return 4;
  }
  const issue = report.value.issues.find((one) => one.id === id);
  if (issue === undefined) {
    const known = report.value.issues.map((one) => `  ${one.id} ${issueTitle(one)}`);
    complain(`no issue ${id}${known.length === 0 ? '' : '; there are:'}`);
    for (const line of known) complain(line);
    return 4;
  }
  const causes = issue.places
    .slice(0, MOST_PLACES)
    .map(({ operation, path, kind }) => ({ operation, path, kind }));
  const change = { kind: 'resolve', issue: id, causes, ...agreementOf(options) };
  const body = { resource: issue.resource, change, actor: options.actor, reason: options.reason };
  const request = {
    path: '/changes',
    body,
    schema: changedPage.pick({ kept: true }),
    place: options,
    environment,
  };
  const code = await askCutover(request, terminal, (_page, whole) => {
    if (options.json === true) {
      write(JSON.stringify(whole));
      return 0;
    }
    write(`${issueTitle(issue)} (${causeText(issue)}): ${effectOf(options)}`);
    return 0;
  });
  return code === 0 ? 0 : 4;
}
