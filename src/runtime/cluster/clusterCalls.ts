import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Config } from '../../config/configuration';
import type { Notice } from '../../cutover/notices';
import type { DriftReport } from '../../drift/driftReport';
import type { IndexState } from '../../gateway/lookup/lookups';
import type { AdminPage } from '../../http/admin/adminApp';
import type { Tail } from '../../http/observability/requestTail';
import type { Metrics } from '../../http/observability/metrics';
import type { Unlisted } from '../../http/observability/unlistedRequests';
import type { MappingTexts } from '../../mapping/compile/loadMappings';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import type { Result } from '../../contract/result';
import type { Upstreams } from '../upstreams';
import type { Secrets } from '../reload/secrets';
import type { UncaughtError } from '../../http/observability/uncaughtErrors';
import type { EvidenceFiles } from '../stores/openCutover';

/** Options of a worker; settings and files are read once, by its primary. */
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
  readonly files: EvidenceFiles;
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

/** Calls that the primary may make to a worker. */
export type WorkerCalls = WorkerReads & {
  /** Starts to serve; returns the origin, or the reason why it cannot. */
  readonly begin: (plan: WorkerPlan) => Promise<Result<string, readonly string[]>>;
  /** Stops listening, finishes the requests and ends; a signal would end the process at once on Windows. */
  readonly end: (_: undefined) => void;
  /** Answers. */
  readonly ping: (_: undefined) => true;
  /** Switches to other mappings, in force on the next request. */
  readonly mappings: (texts: MappingTexts) => void;
  readonly keyTable: (table: Secrets['keyTable']) => void;
  /** Sets the certificate of new connections. */
  readonly tls: (tls: Secrets['tls']) => void;
};

/** Calls that a worker may make to its primary; whatever else processes share is in the store. */
export type PrimaryCalls = {
  /** Says that the worker listens to messages: earlier ones are lost. */
  readonly hello: (_: undefined) => void;
  /** Sends recorded exchanges, each once: on request, and when the worker ends. */
  readonly recorded: (exchanges: readonly RecordedExchange[]) => void;
  /** Returns the migration guide of the mappings in force. */
  readonly guide: (_: undefined) => Promise<AdminPage>;
  /** Sends a notice to people. */
  readonly notice: (notice: Notice) => void;
  /** Says that nothing has caught an error: it is counted where the count outlives the worker. */
  readonly uncaught: (error: UncaughtError) => void;
};
