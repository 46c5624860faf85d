import type { Account } from '../../comparison/keep/comparisonAccounts';
import type { Difference } from '../../comparison/compare/difference';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Observed } from '../../comparison/keep/observation';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Sample } from '../../comparison/keep/keptSample';
import type { Config } from '../../config/configuration';
import type { AlarmCondition } from '../../cutover/alarms';
import type { ServingReports, Standings } from '../../cutover/servingCutover';
import type { Served } from '../../cutover/evidence/traffic';
import type { DriftFinding, DriftReport } from '../../drift/driftReport';
import type { IndexState } from '../../gateway/lookup/lookups';
import type { AdminPage } from '../../http/admin/adminApp';
import type { Tail } from '../../http/observability/requestTail';
import type { Metrics } from '../../http/observability/metrics';
import type { Unlisted } from '../../http/unlistedRequests';
import type { MappingTexts } from '../../mapping/compile/loadMappings';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import type { Result } from '../../contract/result';
import type { Upstreams } from '../upstreams';
import type { UsageRow } from '../../usage/usageRow';
import type { Secrets } from '../reload/secrets';

/** Parameters that the comparisons of all workers share, so that their evidence can be merged. */
export interface ComparisonPlan {
  /** Key of the hashes, in hex digits: equal requests get equal hashes in every worker. */
  readonly secret: string;
  readonly rules: readonly IgnoreRule[];
}

/** Options of a worker; settings are read once, by the primary. */
export interface WorkerPlan {
  readonly config: Config;
  readonly origins: Upstreams['origins'];
  /** Texts that the primary has read and checked: workers compile the same ones, even if the folder has changed. */
  readonly mappings: MappingTexts;
  /** Table as read by the primary, like the certificate: no worker reads their files. */
  readonly keyTable: Secrets['keyTable'];
  readonly tls: Secrets['tls'];
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly standings: Standings;
  /** Absent: nothing is compared. */
  readonly comparison: ComparisonPlan | undefined;
}

/** Comparisons of a worker since its last report, and its accounts in total. */
export interface ComparedNews {
  readonly pairs: readonly { readonly observed: Observed; readonly sample: Sample | undefined }[];
  readonly accounts: ReadonlyMap<string, Account>;
}

/** Observations of a worker since its last report. */
export interface WorkerNews {
  readonly served: readonly Served[];
  /** Failures that do not stop requests from being answered. */
  readonly alarms: readonly AlarmCondition[];
  /** Comparisons; absent if nothing has changed. */
  readonly compared?: ComparedNews;
  /** Counts of usage; absent if there are none to send yet. */
  readonly usage?: readonly UsageRow[];
}

/** Calls that read figures of a worker. */
export type WorkerReads = {
  readonly metrics: (_: undefined) => ReturnType<Metrics['values']>;
  readonly drift: (_: undefined) => DriftReport;
  readonly unlisted: (_: undefined) => readonly Unlisted[];
  /** Returns the requests since the last call; the worker goes on keeping them for a while. */
  readonly tailed: (_: undefined) => ReturnType<Tail['take']>;
  /** Returns the progress of the indexes; `warm` starts reading the incomplete ones. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** Sends the exchanges recorded since the last call and returns the number lost; recording goes on for a while. */
  readonly recorded: (_: undefined) => Promise<number>;
};

/** Calls that the primary may make to a worker process. */
export type WorkerCalls = WorkerReads & {
  /** Starts to serve; returns the origin, or the reason why it cannot. */
  readonly begin: (plan: WorkerPlan) => Promise<Result<string, readonly string[]>>;
  readonly standings: (standings: Standings) => void;
  /** Switches to other mappings, in force on the next request. */
  readonly mappings: (texts: MappingTexts) => void;
  readonly keyTable: (table: Secrets['keyTable']) => void;
  /** Sets the certificate of new connections. */
  readonly tls: (tls: Secrets['tls']) => void;
};

/** Calls that a worker may make to the primary, which holds the cutover. */
export type PrimaryCalls = {
  /** Says that the worker listens to messages: earlier ones are lost. */
  readonly hello: (_: undefined) => void;
  readonly news: (news: WorkerNews) => void;
  readonly ambiguous: ServingReports['ambiguous'];
  readonly undone: ServingReports['undone'];
  /** True if a second call to v1 would decide whether the differences are noise. */
  readonly wantsControl: (asked: {
    readonly operation: string;
    readonly differences: readonly Difference[];
  }) => boolean;
  /** Sends recorded exchanges, each once: on request, and when the worker ends. */
  readonly recorded: (exchanges: readonly RecordedExchange[]) => void;
  /** Reports a drift finding, each once. */
  readonly drifted: (finding: DriftFinding) => void;
  /** Returns the migration guide of the mappings in force. */
  readonly guide: (_: undefined) => Promise<AdminPage>;
  readonly noteFound: (found: { readonly id: string; readonly found: string }) => Promise<void>;
};
