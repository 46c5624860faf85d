import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { environment as ownEnvironment, type Environment } from './config';
import { renderConfigFault } from './config/configFaults';
import { readConfig, warnings } from './config/readConfig';
import type { Result } from './contract/result';
import { createClosers } from './runtime/closers';
import { compose, type Composed, type Listening } from './runtime/compose';
import { openLog } from './runtime/notifiers';
import { lockStore } from './runtime/stores/openStores';

/** Options of createLifeboat. */
export interface LifeboatOptions {
  /** Settings file; by default `lifeboat.yaml` in the working directory, if there is one. */
  readonly config?: string | undefined;
  /** Settings by name, e.g. `{ 'upstream.v2': 'https://..' }`; they override file and environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables with settings and keys; by default those of the process. */
  readonly environment?: Environment;
  /** True to call an embedded marketplace instead of the configured upstreams. */
  readonly sandbox?: boolean;
  /** Port of the marketplace; by default any free one. */
  readonly sandboxPort?: number;
  /** True to let the marketplace answer in the shapes observed of the live service. */
  readonly liveShapes?: boolean;
  /** Number of processes that answer on the port; only the `lifeboat` command can start more than one. */
  readonly workers?: number;
  /** File of the recording of v1's answers; absent: nothing is recorded. */
  readonly record?: string | undefined;
  /** Receives warnings about the settings; by default they are logged. */
  readonly warn?: (line: string) => void;
  /** True to colour faults. */
  readonly colour?: boolean;
  /** True to write the log, on stderr, for people instead of as JSON. */
  readonly pretty?: boolean;
}

/** A gateway inside a program. */
export interface Lifeboat extends Pick<Composed, 'sandbox'> {
  /**
   * Answers every request that the mappings have an operation for, and hands all others on. It reads bodies itself, so it
   * must come before `express.json()` and other body parsers.
   */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => void;
  /** Answers every request, as the gateway's port does. */
  readonly listener: RequestListener;
  /** Answers the pages of the admin port; mount it where only the operator has access. */
  readonly admin: RequestListener;
  /** Opens the configured ports; rejects with a StartError if that fails. */
  readonly listen: () => Promise<Listening>;
  /** Finishes requests under way and closes everything; `because` is logged. */
  readonly close: (because?: object) => Promise<void>;
}

/** Error of a gateway that cannot start: every reason, with its place and a hint. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}

/** Reads the settings and opens the log; throws a StartError if they are invalid. */
function readOptions({ config: file, settings = {}, colour = false, ...options }: LifeboatOptions) {
  const { environment = ownEnvironment(), sandbox = false, pretty = false } = options;
  const overrides = Object.entries(settings).map(([name, value]) => ({ name, option: name, value }));
  const read = readConfig({ file, environment, overrides, sandbox, inMemory: sandbox });
  if (!read.ok) throw new StartError(read.faults.map((fault) => renderConfigFault(fault, { colour })));
  const { config } = read;
  return { config, environment, colour, ...openLog(config, pretty) };
}

/** Opens the gateway as configured, without listening yet. Rejects with a StartError when it cannot. */
export async function createLifeboat(options: LifeboatOptions = {}): Promise<Lifeboat> {
  const read = readOptions(options);
  const { config, logger } = read;
  const { sandboxPort = 0, liveShapes = false, workers = 1, record } = options;
  const { warn = (line: string) => logger.warn(line) } = options;
  for (const warning of warnings(config)) warn(warning);
  const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
  const orRefuse = async <Value>(result: Result<Value, readonly string[]>): Promise<Value> => {
    if (result.ok) return result.value;
    await closers.closeAll();
    throw new StartError(result.failure);
  };
  await orRefuse(await lockStore(config, closers));
  const plan = { ...read, sandboxPort, liveShapes, workers, record };
  const { edge, admin, sandbox, isMapped, listen } = await orRefuse(await compose(plan, closers));
  return {
    sandbox,
    listener: edge.listener,
    admin: admin.listener,
    middleware: (request, response, next) => {
      if (!isMapped(request.method ?? '', request.url ?? '')) next();
      else if (!request.readableDidRead) edge.listener(request, response);
      else next(new Error('something has read the body: lifeboat.middleware must come before body parsers'));
    },
    listen: async () => orRefuse(await listen()),
    close: async (because = {}) => {
      logger.info(because, 'shutting down');
      await closers.closeAll();
      logger.info('closed');
    },
  };
}
