import type { EventView, MoveMark, ResourceView, View } from '../../console/consoleData';
import { alarmViews } from './alarmViews';
import { withName } from '../../cutover/callerNames';
import type { Cutover, Overview } from '../../cutover/cutover';
import { toOverviewPage } from '../../operator/stagePages';
import { trafficSeries } from '../../cutover/evidence/trafficSeries';
import { HOUR } from '../../cutover/evidence/traffic';
import { renderStage, stageAfter, stageBefore } from '../../cutover/stages/stage';
import type { StageEvent } from '../../cutover/stages/stageEvent';
import type { Approvals } from '../../operator/approvals';
import { deedText } from '../../operator/deedText';
import type { AccessTokens } from '../../operator/visitor';
import type { DriftReport } from '../../drift/driftReport';
import type { SharedPage } from '../../http/admin/consoleAccess';
import { type CheckFiles, createFilesState } from './filesState';
import type { SandboxFaults } from './sandboxFaults';
import { createClientViews, issueView, type ReportViewParts, reportView } from './clientViews';

/** Parts of createConsoleViews. */
export interface ConsoleViewParts extends ReportViewParts {
  readonly drift: () => Promise<DriftReport>;
  readonly check: CheckFiles;
  readonly approvals: Pick<Approvals, 'list'>;
  readonly tokens: Pick<AccessTokens, 'list'>;
  readonly version: string;
  /** Absent where a real marketplace is behind the gateway. */
  readonly faults: SandboxFaults | undefined;
}

type Views = Readonly<Record<string, (id: string | undefined) => Promise<View> | View>>;

const toEvent = (event: StageEvent): EventView => {
  const { seq, at, actor, resource, from, cause, reason, evidence, hash } = event;
  return { seq, at, actor, resource, from, what: deedText(event), cause, reason, evidence, hash };
};

/** Shows one resource with the gate's judgement of the next move that a person would make. */
function toResource({ cutover, now }: ConsoleViewParts, overview: Overview): ResourceView {
  const { resource, state } = overview;
  const after = stageAfter(state.stage);
  const before = stageBefore(state.stage);
  const gate = after && cutover.gate(resource, after)?.judgement;
  return {
    ...toOverviewPage(overview, cutover.alarms.current(), cutover.callerName, now()),
    ...(after === undefined || gate === undefined ? {} : { gate: { to: renderStage(after), ...gate } }),
    ...(before === undefined ? {} : { back: renderStage(before) }),
  };
}

/** Weighs what is wrong with a resource: whatever hurts clients before any number of warnings. */
const badness = ({ killed, breaker, alarms }: ResourceView): number =>
  (killed || breaker !== 'closed' ? 1_000 : 0) +
  alarms.reduce((sum, { severity }) => sum + (severity === 'critical' ? 1_000 : 1), 0);

const moveMarks = ({ cutover, now }: ConsoleViewParts): readonly MoveMark[] =>
  cutover
    .events()
    .filter(({ at, change }) => at > now() - HOUR && ['move', 'kill', 'release'].includes(change.kind))
    .map((event) => ({ at: event.at, text: `${event.resource} ${deedText(event)} by ${event.actor}` }));

async function overviewView(parts: ConsoleViewParts): Promise<View> {
  const overviews = parts.cutover.overview();
  return {
    screen: 'overview',
    resources: overviews
      .map((overview) => toResource(parts, overview))
      .toSorted((left, right) => badness(right) - badness(left)),
    traffic: trafficSeries(
      overviews.map(({ evidence }) => evidence.traffic),
      parts.now(),
    ),
    moves: moveMarks(parts),
    requests: parts.approvals.list(),
    faults: await parts.faults?.view(),
  };
}

const writesOf = async ({ cutover }: ConsoleViewParts) =>
  (await cutover.writes()).map((write) => withName(write, write.caller, cutover.callerName));

/** Time (ms) that a verdict on the log serves while nothing is added to it. */
const VERDICT_SERVES = 60_000;

/** Verifies the log when it has grown, and else once a minute: each verdict reads and hashes all of it. */
function createVerifier({ cutover, now }: ConsoleViewParts): Cutover['verify'] {
  let last: { hash: string | undefined; until: number; verdict: ReturnType<Cutover['verify']> } | undefined;
  return () => {
    const hash = cutover.events().at(-1)?.hash;
    if (last?.hash === hash && last !== undefined && now() < last.until) return last.verdict;
    const verdict = cutover.verify();
    last = { hash, until: now() + VERDICT_SERVES, verdict };
    // What could not be read is asked again at the next look.
    void verdict.catch(() => (last = undefined));
    return verdict;
  };
}

async function mappingsView(
  { mappings, drift }: ConsoleViewParts,
  filesOf: ReturnType<typeof createFilesState>,
): Promise<View> {
  const { hash, ledgers } = mappings();
  const { since, findings } = await drift();
  return {
    screen: 'mappings',
    ...{ hash, since, files: filesOf(hash) },
    ledgers: ledgers.map(({ resource, attributes }) => ({ resource, attributes })),
    drift: findings,
  };
}

/** Returns the screens by the first part of their path. */
const createScreens = (
  parts: ConsoleViewParts,
  verify = createVerifier(parts),
  clients = createClientViews(parts),
  filesOf = createFilesState(parts.check, parts.now),
): Views => ({
  '': () => overviewView(parts),
  differences: (id) =>
    id === undefined ? { screen: 'differences', report: reportView(parts) } : issueView(parts, id),
  clients: (caller) => (caller === undefined ? clients.all() : clients.one(caller)),
  writes: async () => ({ screen: 'writes', writes: await writesOf(parts) }),
  history: async () => ({
    screen: 'history',
    events: parts.cutover.events().map(toEvent),
    verdict: await verify(),
  }),
  mappings: () => mappingsView(parts, filesOf),
  tokens: () => ({ screen: 'tokens', tokens: parts.tokens.list() }),
});

/** Makes the console's pages out of what the gateway has computed, when somebody looks. */
export function createConsoleViews(parts: ConsoleViewParts) {
  const { cutover, version, faults } = parts;
  const screens = createScreens(parts);
  return async (path: string): Promise<SharedPage | undefined> => {
    const url = URL.canParse(path, 'http://console') ? new URL(path, 'http://console') : undefined;
    const [, name = '', id] = url?.pathname.split('/') ?? ['', '-'];
    const screen = Object.hasOwn(screens, name) ? screens[name] : undefined;
    if (screen === undefined) return undefined;
    const writes = await cutover.writes().catch(() => undefined);
    return {
      ...{ version, sandbox: faults !== undefined },
      alarms: alarmViews(cutover, parts.now()),
      openWrites: writes?.filter(({ closed }) => closed === undefined).length,
      view: await screen(id === undefined ? undefined : decodeURIComponent(id)),
    };
  };
}
