import type { clientEntries } from '../operator/clientEntries';
import type { OutputOf } from '../operator/entry';
import type { gatewayEntries } from '../operator/gatewayEntries';
import type { stageViews } from '../operator/stageViews';
import type { tokenEntries } from '../operator/tokenEntries';
import type { IssueView, LinesInForce, PairRow, ReportView } from './differenceData';

/** One condition of the gate. */
interface GateCondition {
  readonly name: string;
  readonly outlook: string;
  readonly sentence: string;
}

/** The gate's judgement of the next move forward. */
export interface GateView {
  /** Stage that the move leads to. */
  readonly to: string;
  readonly verdict: string;
  readonly conditions: readonly GateCondition[];
}

/** Something that is wrong; instants are ISO texts. */
export interface AlarmView {
  readonly id: string;
  readonly since: string;
  readonly severity: 'warning' | 'critical';
  readonly text: string;
  /** Anchor of its row in the runbook. */
  readonly anchor: string;
  readonly acknowledged?: { readonly by: string; readonly at: string } | undefined;
  /** The change that ends what hurts by one click; absent where a person has to look first. */
  readonly remedy?:
    | { readonly label: string; readonly action: string; readonly given: Readonly<Record<string, string>> }
    | undefined;
}

type ListedStage = OutputOf<(typeof stageViews)['list']>[number];

/** One resource of the cutover; instants are ISO texts. */
export type ResourceView = Pick<
  ListedStage,
  | ('resource' | 'stage' | 'since' | 'by' | 'sunset' | 'held' | 'killed' | 'answers' | 'pins' | 'names')
  | ('evidence' | 'today' | 'traffic' | 'callers' | 'breaker')
> & {
  readonly alarms: readonly Pick<AlarmView, 'severity'>[];
  /** Absent at the last stage. */
  readonly gate?: GateView | undefined;
  /** Stage of a move back; absent at the first one. */
  readonly back?: string | undefined;
  /** Next step of the plan, and the reasons why it waits. */
  readonly next?: { readonly step: string; readonly waits: readonly string[] } | undefined;
};

/** A move forward that waits for a second person; `until` is clock ms. */
export type RequestView = OutputOf<(typeof stageViews)['requests']>[number];

/** One ambiguous write; `at` is clock ms. */
export type WriteView = OutputOf<(typeof gatewayEntries)['writes']>[number];

/** One way in which v2 has drifted. */
type DriftView = OutputOf<(typeof gatewayEntries)['drift']>['findings'][number];

/** One program that uses a key: what it used in the last days, and what it has to change; instants are ISO texts. */
export type ProgramView = OutputOf<(typeof clientEntries)['usage']>['clients'][number];

/** A time in which v1 requests are refused; instants are ISO texts. */
export type BrownoutView = OutputOf<(typeof clientEntries)['brownouts']>[number];

/** One program's key at one resource. */
type SeenView = OutputOf<(typeof stageViews)['callers']>[number] & { readonly resource: string };

/** One key that was seen. */
export interface ClientView {
  readonly caller: string;
  readonly name?: string | undefined;
  readonly seen: readonly SeenView[];
  /** Compared and differing requests of the key; absent without a comparison. */
  readonly compared?: { readonly compared: number; readonly differing: number } | undefined;
  /** Empty while the store fails. */
  readonly programs: readonly ProgramView[];
}

/** A token of the admin port. */
export type TokenView = OutputOf<(typeof tokenEntries)['list']>[number];

/** Origin of an answer: one side, or the gateway by either. */
export type Answerer = 'v1' | 'v2' | 'gateway';

/** Traffic of one slice of time; latencies in ms, undefined without requests. */
export interface TrafficPoint {
  /** Begin, clock ms. */
  readonly at: number;
  readonly seconds: number;
  readonly requests: Readonly<Record<Answerer, number>>;
  readonly errors: Readonly<Record<Answerer, number>>;
  readonly p50: { readonly [Who in Answerer]?: number | undefined };
  readonly p99: { readonly [Who in Answerer]?: number | undefined };
}

/** A move of a stage within the chart. */
export interface MoveMark {
  /** Clock ms. */
  readonly at: number;
  readonly text: string;
}

/** One event of the log; `at` is clock ms, `what` the change in words. */
export interface EventView {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly resource: string;
  readonly from: string;
  readonly what: string;
  readonly cause: string;
  readonly reason: string;
  readonly evidence: readonly string[];
  readonly hash: string;
}

/** One resource of the ledger. */
export interface LedgerView {
  readonly resource: string;
  readonly attributes: readonly {
    readonly attribute: string;
    readonly class: string;
    readonly source?: string | undefined;
    readonly codec?: string | undefined;
    readonly reason?: string | undefined;
    readonly place: string;
  }[];
}

/** Faults of the embedded marketplace: those that can be planted, and those in force. */
export interface FaultsView {
  readonly kinds: readonly { readonly kind: string; readonly text: string }[];
  readonly planted: readonly string[];
}

/** The mapping files on the disk, whose fixtures are played: a file that is refused is not in force. */
export type FilesView =
  | { readonly kind: 'checking' }
  | { readonly kind: 'passed'; readonly fixtures: number }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** Data of one screen. */
export type View =
  | {
      readonly screen: 'overview';
      readonly resources: readonly ResourceView[];
      readonly traffic: readonly TrafficPoint[];
      readonly moves: readonly MoveMark[];
      /** Moves forward that wait for a second person. */
      readonly requests: readonly RequestView[];
      /** Faults of the embedded marketplace; absent where a real one is behind the gateway. */
      readonly faults?: FaultsView | undefined;
    }
  | { readonly screen: 'differences'; readonly report: ReportView | undefined }
  | {
      readonly screen: 'issue';
      readonly issue: IssueView;
      readonly pair:
        | {
            readonly id: string;
            readonly at: number;
            readonly operation: string;
            readonly rows: readonly PairRow[];
          }
        | undefined;
      /** Absent if no mapping line makes the value. */
      readonly inForce?: LinesInForce | undefined;
    }
  | {
      readonly screen: 'clients';
      readonly clients: readonly ClientView[];
      readonly brownouts: readonly BrownoutView[];
    }
  | { readonly screen: 'client'; readonly client: ClientView; readonly issues: readonly IssueView[] }
  | { readonly screen: 'writes'; readonly writes: readonly WriteView[] }
  | {
      readonly screen: 'history';
      readonly events: readonly EventView[];
      readonly verdict:
        | { readonly ok: true; readonly events: number }
        | { readonly ok: false; readonly seq: number; readonly problem: string };
    }
  | {
      readonly screen: 'mappings';
      readonly hash: string;
      readonly files: FilesView;
      readonly ledgers: readonly LedgerView[];
      readonly drift: readonly DriftView[];
      readonly since: string;
    }
  | { readonly screen: 'tokens'; readonly tokens: readonly TokenView[] }
  | { readonly screen: 'missing'; readonly what: string }
  | { readonly screen: 'signIn' };

/** Answer to the visitor's latest action. */
export interface ActionNotice {
  readonly ok: boolean;
  readonly lines: readonly string[];
  /** Text that the visitor goes on with; absent if there is none. */
  readonly typed?: string | undefined;
}

/** One page of the console: a view, and what is around it. */
export interface Page {
  /** Path and query of the page. */
  readonly path: string;
  /** Instant at which the page was made, clock ms. */
  readonly at: number;
  readonly version: string;
  readonly alarms: readonly AlarmView[];
  /** Open ambiguous writes; undefined while the store fails. */
  readonly openWrites: number | undefined;
  /** `yes`: the visitor may change things; `viewer`: his token may not; `signIn`: after signing in; `never`: there is no token. */
  readonly mayChange: 'yes' | 'viewer' | 'signIn' | 'never';
  /** True for a visitor who may change tokens. */
  readonly mayAdmin: boolean;
  /** Name of the visitor, if signed in. */
  readonly visitor: string | undefined;
  readonly notice: ActionNotice | undefined;
  /** Proves that a form stands on a page made for this visitor; empty for one who may not change anything. */
  readonly proof: string;
  /** True if the gateway calls the embedded marketplace. */
  readonly sandbox: boolean;
  readonly view: View;
}
