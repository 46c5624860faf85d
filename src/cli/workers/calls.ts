import type { Config } from '../../config/config';
import type { Standings, Told } from '../../cutover/createMirror';
import type { Served } from '../../cutover/served';
import type { DriftReport } from '../../drift/driftReport';
import type { Metrics } from '../../http/createMetrics';
import type { Unlisted } from '../../http/unlisted/createUnlisted';
import type { Sandbox } from '../../sandbox/sandbox';
import type { Result } from '../../translation/result';
import type { EdgeParts } from '../composeEdge';

/** Everything a worker needs to serve; settings are read once, by the head. */
export interface WorkerPlan {
  readonly config: Config;
  readonly origins: EdgeParts['origins'];
  /** Keys of the sandbox, where there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly standings: Standings;
}

/** What has come together in a worker since it last told. */
export interface WorkerNews {
  readonly served: readonly Served[];
  /** What does not work although requests are answered. */
  readonly ailing: readonly string[];
}

/** What the head may ask of a worker. */
export type WorkerCalls = {
  /** Serves from now on; answers the origin, or why it cannot. */
  readonly begin: (plan: WorkerPlan) => Promise<Result<string, readonly string[]>>;
  readonly standings: (standings: Standings) => void;
  /** Takes over the mappings in the folder, which the head has tried, when they have this hash. */
  readonly mappings: (hash: string) => void;
  readonly metrics: (_: undefined) => ReturnType<Metrics['values']>;
  readonly drift: (_: undefined) => DriftReport;
  readonly unlisted: (_: undefined) => readonly Unlisted[];
};

/** What a worker may ask of the head, which holds the cutover. */
export type HeadCalls = {
  /** The worker listens: what was sent before is lost. */
  readonly hello: (_: undefined) => void;
  readonly news: (news: WorkerNews) => void;
  readonly ambiguous: Told['ambiguous'];
  readonly undone: Told['undone'];
  readonly noteFound: (found: { readonly id: string; readonly found: string }) => Promise<void>;
};
