import type { ClientView, ProgramView, View } from '../../console/consoleData';
import type { ReportView } from '../../console/differenceData';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { agreedPlaces, threeColumns } from '../../comparison/report/pairColumns';
import { type ComparisonReport, withNames } from '../../comparison/report/comparisonReport';
import { withName } from '../../cutover/callerNames';
import type { Cutover } from '../../cutover/cutover';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { originsIn } from '../../mapping/explain/origins';
import type { UsageReport } from '../../usage/usageReport';
import type { OpenedComparison } from '../stores/openComparison';
import type { MappingTrials } from './mappingTrials';

/** Parts of createClientViews. */
interface ClientViewParts {
  readonly cutover: Cutover;
  readonly comparison: OpenedComparison | undefined;
  readonly usage: Pick<UsageReport, 'answer'>;
  readonly now: () => number;
}

/** Parts of the screens of the comparison. */
export interface ReportViewParts extends ClientViewParts {
  readonly mappings: () => Mappings;
  /** Agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
  /** Absent where nothing is compared. */
  readonly trials: MappingTrials | undefined;
}

/** Days of usage that the screens show: as many as `lifeboat usage` does unless asked otherwise. */
const DAYS = 30;

/** Time (ms) that a usage report serves: it reads all days out of the store. */
const REPORT_SERVES = 10_000;

/** Returns the comparison's report with the names of the callers; undefined where nothing is compared. */
const namedReport = ({
  comparison,
  cutover,
}: Pick<ClientViewParts, 'comparison' | 'cutover'>): ComparisonReport | undefined =>
  comparison && withNames(comparison.figures.report(), cutover.callerName);

/** Shows the report without what no screen shows: the statistics of the noise alone are long. */
export function reportView(parts: ReportViewParts): ReportView | undefined {
  const report = namedReport(parts);
  if (report === undefined) return undefined;
  const { at, verdict, budget, morePairs, compared, differing, noticed, upper } = report;
  const { issues, operations, rules } = report;
  return { at, verdict, budget, morePairs, compared, differing, noticed, upper, issues, operations, rules };
}

/** Shows one difference, with its smallest pair and the lines in force that make it. */
export async function issueView(parts: ReportViewParts, id: string): Promise<View> {
  const issue = namedReport(parts)?.issues.find((one) => one.id === id);
  if (issue === undefined) return { screen: 'missing', what: `There is no difference ${id}.` };
  const { comparison, mappings, rules, now } = parts;
  const sample = await comparison?.collection.sample(issue.smallest.id);
  const places = sample && {
    origins: originsIn(mappings().resources),
    isAgreed: agreedPlaces(rules, sample.operation, now()),
  };
  const pair = sample && {
    ...{ id: sample.id, at: sample.at, operation: sample.operation },
    rows: places === undefined ? [] : threeColumns(sample, places),
  };
  const inForce = issue.line === undefined ? undefined : await parts.trials?.look(issue.line);
  return { screen: 'issue', issue, pair, inForce };
}

type Used = ReadonlyMap<string, readonly ProgramView[]>;

/** Reads which programs use which key. While the store fails there are none: the other figures are shown all the same. */
function createUsed({ usage, now }: ClientViewParts): () => Promise<Used> {
  let last: { readonly until: number; readonly used: Promise<Used> } | undefined;
  const read = async (): Promise<Used> => {
    const answered = await usage.answer({ days: DAYS }).catch(() => undefined);
    const clients = answered?.ok === true ? answered.page.clients : [];
    const callers = new Set(clients.map(({ caller }) => caller));
    return new Map([...callers].map((caller) => [caller, clients.filter((one) => one.caller === caller)]));
  };
  return () => {
    if (last === undefined || now() >= last.until) last = { until: now() + REPORT_SERVES, used: read() };
    return last.used;
  };
}

/** Shows everybody who was seen at any resource, the busiest first. */
function clientsOf(parts: ClientViewParts, used: Used): readonly ClientView[] {
  const { cutover } = parts;
  const rows = cutover
    .resources()
    .flatMap((resource) => cutover.callers(resource).map((seen) => ({ resource, ...seen })));
  const compared = new Map((namedReport(parts)?.callers ?? []).map((one) => [one.caller, one]));
  const busy = ({ seen }: ClientView): number => seen.reduce((sum, { v1, v2 }) => sum + v1 + v2, 0);
  return [...new Set(rows.map(({ caller }) => caller))]
    .map((caller): ClientView => {
      const seen = rows.filter((row) => row.caller === caller);
      const own = compared.get(caller);
      return withName(
        {
          caller,
          programs: used.get(caller) ?? [],
          seen,
          ...(own === undefined ? {} : { compared: { compared: own.compared, differing: own.differing } }),
        },
        caller,
        cutover.callerName,
      );
    })
    .toSorted((one, other) => busy(other) - busy(one));
}

function clientView(parts: ClientViewParts, used: Used, caller: string): View {
  const client = clientsOf(parts, used).find((one) => one.caller === caller);
  if (client === undefined) return { screen: 'missing', what: `There is no client ${caller}.` };
  const issues = (namedReport(parts)?.issues ?? []).filter(({ callers }) =>
    callers.some((one) => one.caller === caller),
  );
  return { screen: 'client', client, issues };
}

/** Makes the screens of the clients: all of them, and one. */
export function createClientViews(parts: ClientViewParts) {
  const used = createUsed(parts);
  return {
    all: async (): Promise<View> => ({
      screen: 'clients',
      clients: clientsOf(parts, await used()),
      brownouts: parts.cutover.brownouts(),
    }),
    one: async (caller: string): Promise<View> => clientView(parts, await used(), caller),
  };
}
