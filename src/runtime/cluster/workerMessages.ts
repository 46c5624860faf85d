import type { Config } from '../../config/configuration';
import type { Result } from '../../contract/result';
import type { MappingTexts } from '../../mapping/compile/loadMappings';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import type { EvidenceFiles } from '../inputFiles';
import type { Secrets } from '../reload/secrets';
import type { Upstreams } from '../upstreams';
import type { Worker } from '../worker';

/** Files in force, as the main process has read and checked them: every worker has the same ones. */
export interface FilesInForce extends Secrets {
  readonly mappings: MappingTexts;
}

export interface WorkerPlan extends FilesInForce {
  readonly config: Config;
  readonly origins: Upstreams['origins'];
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly files: EvidenceFiles;
}

/** Figures of one process that its store does not hold. */
export type ProcessFigures = Worker['figures'];

/** Answer of a process to a question for one of its figures. */
export type Figure<Name extends keyof ProcessFigures> = Awaited<ReturnType<ProcessFigures[Name]>>;

export type ToWorker =
  | { readonly kind: 'start'; readonly plan: WorkerPlan }
  | { readonly kind: 'use'; readonly files: Partial<FilesInForce> }
  | { readonly kind: 'ask'; readonly ticket: number; readonly figure: keyof ProcessFigures | 'sign' }
  /** Stops listening, finishes the requests and ends. A signal would end the process at once on Windows. */
  | { readonly kind: 'end' };

export type FromWorker =
  /** The worker listens to messages; earlier messages are lost. */
  | { readonly kind: 'hello' }
  /** The worker serves on an origin, or cannot. */
  | { readonly kind: 'started'; readonly started: Result<string, readonly string[]> }
  | { readonly kind: 'answer'; readonly ticket: number; readonly value: unknown };
