import type { Account } from '../../comparison/keep/comparisonAccounts';
import type { Difference } from '../../comparison/compare/difference';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Observed } from '../../comparison/keep/observed';
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
import type { Secrets } from '../secrets';

/** What the comparisons of all workers have in common, so that their evidence is of one kind. */
export interface ComparisonPlan {
  /** Keys the hashes: equal requests are known as such, whoever answered them. In hex digits. */
  readonly secret: string;
  readonly rules: readonly IgnoreRule[];
}

/** Mappings that the head has read and tried: workers compile the same texts, whatever the folder holds by then. */
export interface AcceptedMappings {
  readonly texts: MappingTexts;
  /** Made once, with the examples in the folder. */
  readonly guide: AdminPage;
}

/** Everything a worker needs to serve; settings are read once, by the head. */
export interface WorkerPlan {
  readonly config: Config;
  readonly origins: Upstreams['origins'];
  readonly mappings: AcceptedMappings;
  /** As the head has read it, like the certificate: no worker reads their files. */
  readonly keyTable: Secrets['keyTable'];
  readonly tls: Secrets['tls'];
  /** Keys of the sandbox, where there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly standings: Standings;
  /** Absent: nothing is compared. */
  readonly comparison: ComparisonPlan | undefined;
}

/** What a worker has compared since it last told, and its accounts in all. */
export interface ComparedNews {
  readonly pairs: readonly { readonly observed: Observed; readonly sample: Sample | undefined }[];
  readonly accounts: ReadonlyMap<string, Account>;
}

/** What has come together in a worker since it last told. */
export interface WorkerNews {
  readonly served: readonly Served[];
  /** What does not work although requests are answered. */
  readonly alarms: readonly AlarmCondition[];
  /** Absent: nothing has changed. */
  readonly compared?: ComparedNews;
}

/** What a worker shows of the requests that it has answered. */
export type WorkerReads = {
  readonly metrics: (_: undefined) => ReturnType<Metrics['values']>;
  readonly drift: (_: undefined) => DriftReport;
  readonly unlisted: (_: undefined) => readonly Unlisted[];
  /** The requests since it was asked last; it goes on keeping them for a while. */
  readonly tailed: (_: undefined) => ReturnType<Tail['take']>;
  /** How far the indexes are; `warm` begins to read what is not complete. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** Sends what was recorded since it was asked last, answers how many were lost; recording goes on for a while. */
  readonly recorded: (_: undefined) => Promise<number>;
};

/** Calls that the primary may make to a worker in another process. */
export type WorkerCalls = WorkerReads & {
  /** Serves from now on; answers the origin, or why it cannot. */
  readonly begin: (plan: WorkerPlan) => Promise<Result<string, readonly string[]>>;
  readonly standings: (standings: Standings) => void;
  /** In force on the next request. */
  readonly mappings: (accepted: AcceptedMappings) => void;
  readonly keyTable: (table: Secrets['keyTable']) => void;
  /** For new connections. */
  readonly tls: (tls: Secrets['tls']) => void;
};

/** Calls that a worker may make to the primary, which holds the cutover. */
export type PrimaryCalls = {
  /** The worker listens: what was sent before is lost. */
  readonly hello: (_: undefined) => void;
  readonly news: (news: WorkerNews) => void;
  readonly ambiguous: ServingReports['ambiguous'];
  readonly undone: ServingReports['undone'];
  /** True while asking v1 once more would decide whether what differs is noise. */
  readonly wantsControl: (asked: {
    readonly operation: string;
    readonly differences: readonly Difference[];
  }) => boolean;
  /** What was recorded, each once: when it was asked for, and when the worker ends. */
  readonly recorded: (exchanges: readonly RecordedExchange[]) => void;
  /** What has drifted, each once. */
  readonly drifted: (finding: DriftFinding) => void;
  readonly noteFound: (found: { readonly id: string; readonly found: string }) => Promise<void>;
};
