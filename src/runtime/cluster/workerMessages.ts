import type { Config } from '../../config/configuration';
import type { Result } from '../../contract/result';
import type { DriftReport } from '../../drift/driftReport';
import type { Metrics } from '../../http/observability/metrics';
import type { Tail } from '../../http/observability/requestTail';
import type { Unlisted } from '../../http/observability/unlistedRequests';
import type { MappingTexts } from '../../mapping/compile/loadMappings';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import type { Pulled } from '../../shadow/recordingBuffer';
import type { Secrets } from '../reload/secrets';
import type { EvidenceFiles } from '../stores/openCutover';
import type { Upstreams } from '../upstreams';

/** Files in force, as the head has read and checked them: every worker has the same ones. */
export interface FilesInForce extends Secrets {
  readonly mappings: MappingTexts;
}

/** The plan that a worker starts with. */
export interface WorkerPlan extends FilesInForce {
  readonly config: Config;
  readonly origins: Upstreams['origins'];
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly files: EvidenceFiles;
}

/** Figures of one process that its store does not hold. */
export interface ProcessFigures {
  readonly metrics: () => ReturnType<Metrics['values']>;
  readonly drift: () => DriftReport;
  readonly unlisted: () => readonly Unlisted[];
  /** Returns the requests since the last call; the process keeps recording them for a while. */
  readonly tailed: () => ReturnType<Tail['take']>;
  /** Returns the exchanges recorded since the last call; recording goes on for a while. */
  readonly recorded: () => Pulled;
}

/** Answer of a process to a question for one of its figures. */
export type Figure<Name extends keyof ProcessFigures> = Awaited<ReturnType<ProcessFigures[Name]>>;

/** Messages of the head to a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly plan: WorkerPlan }
  | { readonly kind: 'use'; readonly files: Partial<FilesInForce> }
  | { readonly kind: 'ask'; readonly ticket: number; readonly figure: keyof ProcessFigures | 'sign' }
  /** Stops listening, finishes the requests and ends. A signal would end the process at once on Windows. */
  | { readonly kind: 'end' };

/** Messages of a worker to the head. */
export type FromWorker =
  /** The worker listens to messages; earlier messages are lost. */
  | { readonly kind: 'hello' }
  /** The worker serves on an origin, or cannot. */
  | { readonly kind: 'started'; readonly started: Result<string, readonly string[]> }
  | { readonly kind: 'answer'; readonly ticket: number; readonly value: unknown };
