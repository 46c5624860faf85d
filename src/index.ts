import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { environment as ownEnvironment, type Environment } from './config';
import { renderConfigFault } from './config/configFaults';
import { readConfig, warnings } from './config/readConfig';
import type { Result } from './contract/result';
import { createClosers } from './runtime/closers';
import { compose, type Composed, type Listening } from './runtime/compose';
import { openLog } from './runtime/notifiers';
import { lockStores } from './runtime/stores/lockStores';

/** Options of createLifeboat. */
export interface LifeboatOptions {
  /** Settings file; `lifeboat.yaml` in the working directory, if there is one, unless given. */
  readonly config?: string | undefined;
  /** Settings by their names, e.g. `{ 'upstream.v2': 'https://..' }`: they win over file and environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables that may hold settings and keys; those of the process unless given. */
  readonly environment?: Environment;
  /** Calls an embedded marketplace instead of the configured upstreams. */
  readonly sandbox?: boolean;
  /** Port of the marketplace; any free one unless given. */
  readonly sandboxPort?: number;
  /** Lets the marketplace answer as the live service was seen to. */
  readonly liveShapes?: boolean;
  /** Processes that answer on the port that `listen` opens; only the `lifeboat` command can start more than one. */
  readonly workers?: number;
  /** Recording to add what v1 answers to. */
  readonly record?: string | undefined;
  /** Prints warnings about the settings; absent: they are in the log. */
  readonly warn?: (line: string) => void;
  /** Colours faults, and writes the log, on stderr, for people instead of as JSON. */
  readonly colour?: boolean;
  readonly pretty?: boolean;
}

/** The gateway within a program. */
export interface Lifeboat extends Pick<Composed, 'sandbox'> {
  /**
   * Answers every request that the mappings have an operation for, and hands all others on. It reads bodies itself: it
   * comes before `express.json()` and the like.
   */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => void;
  /** Answers every request, as the gateway's port does. */
  readonly listener: RequestListener;
  /** Answers the pages of the admin port; to be mounted where only the operator comes. */
  readonly admin: RequestListener;
  /** Opens the ports of the settings; rejects with a StartError where they cannot be opened. */
  readonly listen: () => Promise<Listening>;
  /** Finishes what is under way and gives up everything that is open; the log has why. */
  readonly close: (because?: object) => Promise<void>;
}

/** Why a gateway cannot start: every reason, with its place and what helps. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}

/** Reads the settings and opens the log; throws a StartError where they are wrong. */
function readOptions({ config: file, settings = {}, colour = false, ...options }: LifeboatOptions) {
  const { environment = ownEnvironment(), sandbox = false, pretty = false } = options;
  const overrides = Object.entries(settings).map(([name, value]) => ({ name, option: name, value }));
  const read = readConfig({ file, environment, overrides, sandbox });
  if (!read.ok) throw new StartError(read.faults.map((fault) => renderConfigFault(fault, { colour })));
  const { config } = read;
  return { config, environment, colour, ...openLog(config, pretty) };
}

/** Opens the gateway as the settings say, without a port of its own. Rejects with a StartError when it cannot. */
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
  await orRefuse(await lockStores(config, closers));
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
