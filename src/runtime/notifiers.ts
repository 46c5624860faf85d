import type { Logger } from 'pino';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import { contracts } from '../contract/contracts';
import { redactedPaths } from '../contract/secretNames';
import type { AlarmCondition, Alarms } from '../cutover/alarms';
import type { Cutover } from '../cutover/cutover';
import { deliveryFindings } from '../cutover/cutoverFindings';
import type { NoticeStore } from '../cutover/members/messageRows';
import { createNotifier } from '../cutover/members/notifier';
import type { Notice, SendMessage } from '../cutover/notices';
import { queueNews } from '../cutover/stages/memberNews';
import type { DriftFinding } from '../drift/driftReport';
import type { ReportEvent } from '../gateway/gatewayEvents';
import type { UpstreamWatch } from '../gateway/upstream';
import { createLogger, type LogFile, openLogFile, openPrettyStderr } from '../http/observability/logger';
import { createMailPost, createSlackPost, createWebhookPost } from '../http/upstream/postNotice';
import type { Closers } from './closers';
import { systemClock } from './systemClock';

let ownStderr: LogFile | undefined;

/** Opens stderr, because stdout belongs to the commands; all gateways of a process share it. */
const openStderr = (): LogFile => (ownStderr ??= openLogFile(2, systemClock));

/** Opens the log of a process, or continues a given one. It shows no secret, and counts dropped lines. */
export async function openLog({ log: { level } }: Pick<Config, 'log'>, isPretty: boolean, logger?: Logger) {
  const redact = redactedPaths([...contracts.v1.values(), ...contracts.v2.values()]);
  const unbuffered = { linesLost: () => 0, endLog: () => Promise.resolve() };
  if (logger !== undefined)
    return { logger: logger.child({}, { redact: { paths: [...redact], censor: '***' } }), ...unbuffered };
  const options = { level, redact, clock: systemClock };
  if (isPretty) return { logger: createLogger(options, await openPrettyStderr()), ...unbuffered };
  const { destination, countLostLines, flush } = openStderr();
  return { logger: createLogger(options, destination), linesLost: countLostLines, endLog: flush };
}

/** Notices of good news, and of what a person has just done; all others are warnings. */
const INFO_NOTICES: ReadonlySet<Notice['kind']> = new Set<Notice['kind']>([
  ...(['asked', 'moved', 'ready', 'recovered', 'acknowledged', 'resolved'] as const),
]);

/** Logs notices, but drift, which followDrift logs with its details. */
const createNoticeLog =
  (logger: Logger) =>
  ({ kind, resource, severity, text }: Notice): void => {
    if (kind === 'drift') return;
    const urgent = kind === 'degraded' && severity === 'critical' ? 'error' : 'warn';
    logger[INFO_NOTICES.has(kind) ? 'info' : urgent]({ resource, notice: kind }, text);
  };

/** Returns the address of the form that answers a notice: people act by the form, never by the link itself. */
function linkOf({ kind, resource }: Notice, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  const forms: Partial<Record<Notice['kind'], string>> = {
    asked: '/#waiting',
    degraded: '/#alarms',
    ambiguousWrite: '/writes',
    drift: '/mappings',
  };
  const path = forms[kind] ?? (resource === '*' ? '/' : `/#${encodeURIComponent(resource)}`);
  return new URL(path, origin).href;
}

/** Opens the channels for notices: the log, the channels of the settings, and a listening program. */
export function openNotifiers(
  { notify }: Config,
  { notices: store }: { readonly notices: NoticeStore | undefined },
  logger: Logger,
  closers: Closers,
  clock: Clock,
  hearNotice: (notice: Notice) => void = () => undefined,
) {
  const { webhook, secret, slack, smtp, to = '', from = to.split(',', 1).join() } = notify;
  const sends: (readonly [string, SendMessage])[] = [
    ...(webhook === undefined ? [] : [['webhook', createWebhookPost(webhook, secret, clock.now)] as const]),
    ...(slack === undefined ? [] : [['slack', createSlackPost(slack)] as const]),
    ...(smtp === undefined ? [] : [['smtp', createMailPost({ server: smtp, from, to })] as const]),
  ];
  const noteLostNotice = ({ kind, id }: Notice): void =>
    logger.error({ notice: kind, id }, 'a notice could not be delivered');
  const notifiers = sends.map(([name, send]) => ({
    name,
    ...createNotifier({ channel: name, send, store, clock, lost: noteLostNotice }),
  }));
  for (const { close } of notifiers) closers.add(close);
  const log = createNoticeLog(logger);
  return {
    notify: (notice: Notice): void => {
      log(notice);
      hearNotice(notice);
      const linked = { ...notice, link: linkOf(notice, notify.console) };
      for (const notifier of notifiers) notifier.notify(linked);
    },
    /** Returns an alarm for each channel that takes no notices. The working channels send it. */
    failing: (): readonly AlarmCondition[] =>
      notifiers.flatMap(({ name, delivery }) => deliveryFindings(`notify.${name}`, delivery())),
  };
}

/** Most remembered findings of all processes. */
const MAX_FINDINGS = 2_000;

const outcomes: Readonly<Record<DriftFinding['effect'], string>> = {
  passed: 'answers stay as they were',
  replaced: 'clients get something else in its place',
  leftOut: 'lists are answered without the row',
  refused: 'answers are refused',
};

/** Renders a finding as one sentence: places and forms, never values. */
function describeFinding({ endpoint, path, found: foundText, expected, effect }: DriftFinding): string {
  const instead = expected === '' ? '' : ` instead of ${expected}`;
  return `v2 answers in a new shape: ${endpoint} shows ${path} as ${foundText}${instead}; ${outcomes[effect]}`;
}

interface DriftParts {
  readonly logger: Logger;
  readonly notify: (notice: Notice) => void;
  readonly now: Clock['now'];
  /** False in a worker, because the main process logs the drift. */
  readonly isHead: boolean;
}

/**
 * Creates the listener that logs each drift finding once, even if several processes have found it, and passes it on to
 * the processes that share the store. The leader notifies of it for all of them.
 */
export function createDriftListener(
  { logger, notify, now, isHead }: DriftParts,
  { share, isLeader }: Pick<Cutover, 'share' | 'isLeader'>,
): (finding: DriftFinding) => void {
  const loggedFindings = new Set<string>();
  const logFinding = (finding: DriftFinding): void => {
    const { endpoint, path, kind, found: foundText, effect } = finding;
    const id = ['drift', endpoint, path, kind, foundText, effect].join(' ');
    if (!isHead || loggedFindings.has(id) || loggedFindings.size >= MAX_FINDINGS) return;
    loggedFindings.add(id);
    logger.warn(finding, 'v2 answers in a new shape');
    const text = describeFinding(finding);
    if (isLeader()) notify({ kind: 'drift', resource: '*', id, at: now(), severity: 'warning', text });
  };
  const news = queueNews<DriftFinding>();
  share(
    'drift',
    news.createPart((finding, isRepeated) => isRepeated || logFinding(finding)),
  );
  return (finding) => {
    logFinding(finding);
    news.add(finding);
  };
}

/** Levels and words of events that belong to no single request; the others are alarms, which are notified. */
const eventWords = {
  scanEnded: ['info', 'list read for an index'],
  rowsLeftOut: ['warn', 'rows of a list are left out: they cannot be translated'],
  unsettled: ['warn', 'a part of a bulk write is not done; see `lifeboat writes`'],
  indexStoreFailed: undefined,
  indexStoreRecovered: undefined,
} as const;

/** Creates the log of events that belong to no single request. */
export const createEventLog =
  (logger: Logger): ReportEvent =>
  ({ kind, ...members }) => {
    const [level, words] = eventWords[kind] ?? [];
    if (level !== undefined) logger[level](members, words);
  };

const onEverything = { severity: 'critical', subject: '*' } as const;

/** Raises alarms for a v2 that does not answer and for a failing index store. */
export function createGatewayAlarms(
  alarms: Pick<Alarms, 'addSource' | 'replaceFindings'>,
  v2: Pick<UpstreamWatch, 'awayReason'>,
): ReportEvent {
  alarms.addSource(() => {
    const kind = v2.awayReason();
    return kind === undefined
      ? []
      : [{ ...onEverything, kind: 'away v2', text: `v2 gives no answer (${kind})` }];
  });
  return (event) => {
    if (event.kind === 'indexStoreFailed') {
      const text = `the index is in memory, as its store fails: ${event.detail}`;
      alarms.replaceFindings('store', [{ ...onEverything, severity: 'warning', kind: 'store index', text }]);
    }
    if (event.kind === 'indexStoreRecovered') alarms.replaceFindings('store', []);
  };
}
