import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { environment as ownEnvironment, type Environment } from './config';
import { renderConfigFault } from './config/configFaults';
import { readConfig, listSettingWarnings } from './config/readConfig';
import type { WrittenSettings } from './config/settings';
import { listOverrides } from './config/settingSources';
import type { Clock } from './contract/clock';
import type { Result } from './contract/result';
import { createClosers } from './runtime/closers';
import { compose, type Composed, type Listening } from './runtime/compose';
import { openLog } from './runtime/notifiers';
import {
  createEvents,
  createExplain,
  createMoveStage,
  type Explain,
  type MoveStage,
  type ProgramLog,
} from './runtime/programControl';

/** Options of createLifeboat: every setting as in the settings file, which these override, and those of a program. */
export interface LifeboatOptions extends WrittenSettings {
  /** Settings file; by default `lifeboat.yaml` in the working directory, if there is one. */
  readonly config?: string | undefined;
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
  /** The log, in place of an own one on stderr; secrets are taken out of what is written to it. */
  readonly logger?: ProgramLog | undefined;
  /** The clock, in place of the machine's. */
  readonly clock?: Clock | undefined;
  /** Receives warnings about the settings; by default they are logged. */
  readonly warn?: (line: string) => void;
  /** True to colour faults. */
  readonly colour?: boolean;
  /** True to write the log, on stderr, for people instead of as JSON. */
  readonly pretty?: boolean;
  /** True to reload files on SIGHUP, where the process belongs to the gateway; they are watched anyway. */
  readonly reloadOnHangup?: boolean;
  /**
   * Ends the process in order, with a code that is not 0, after an error that leaves it in an unknown state. Given where
   * the process belongs to the gateway: then errors that nothing has caught are logged, counted and an alarm.
   */
  readonly endProcess?: () => void;
}

/** A gateway inside a program. */
export interface Lifeboat extends Pick<Composed, 'sandbox'> {
  /**
   * Answers every request that the mappings have an operation for, and hands all others on. It reads bodies itself, so it
   * must come before `express.json()` and other body parsers, unless these keep the bytes as `request.rawBody`.
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
  readonly events: ReturnType<typeof createEvents>['events'];
  readonly stage: MoveStage;
  readonly explain: Explain;
  /** Checks the mapping files and plays their fixtures, as `lifeboat check` does. */
  readonly check: () => Promise<{ readonly ok: boolean; readonly faults: readonly string[] }>;
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

/** Options of the library that are no settings, with their defaults. */
const ofProgram = {
  config: undefined,
  environment: undefined,
  sandbox: false,
  sandboxPort: 0,
  liveShapes: false,
  workers: 1,
  logger: undefined,
  clock: undefined,
  warn: undefined,
  colour: false,
  pretty: false,
  reloadOnHangup: false,
  endProcess: undefined,
} as const;

/** Separates what a program gives from the settings, and reads these; throws a StartError if they are invalid. */
async function readOptions(options: LifeboatOptions) {
  const settings = Object.fromEntries(
    Object.entries(options).filter(([name]) => !Object.hasOwn(ofProgram, name)),
  );
  const programOptions = { ...ofProgram, ...options };
  const {
    config: file,
    environment = ownEnvironment(),
    sandbox,
    colour,
    pretty,
    logger: log,
    warn,
  } = programOptions;
  const overrides = listOverrides(settings);
  const read = readConfig({ file, environment, overrides, sandbox, inMemory: sandbox });
  if (!read.ok) throw new StartError(read.faults.map((fault) => renderConfigFault(fault, { colour })));
  const opened = await openLog(read.config, pretty, log);
  for (const line of listSettingWarnings(read.config)) (warn ?? ((text) => opened.logger.warn(text)))(line);
  return { ...programOptions, ...opened, config: read.config, environment };
}

/** Copies a request whose body was already read and kept, so that the gateway can read it again. */
function unreadRequest(request: IncomingMessage, body: Buffer): IncomingMessage {
  const replacement = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(replacement, { method, url, headers, rawHeaders });
  Object.assign(replacement, { httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  replacement.push(body);
  replacement.push(null);
  return replacement;
}

const READ_BODY =
  'something has read the body: lifeboat.middleware must come before body parsers, or these keep the bytes as request.rawBody';

/** Creates the middleware: requests without an operation go on, and those whose body is lost are an error. */
function createMiddleware({ isMapped, edge }: Composed): Lifeboat['middleware'] {
  return (request, response, next) => {
    if (!isMapped(request.method ?? '', request.url ?? '')) {
      next();
      return;
    }
    if (!request.readableDidRead) {
      edge.listener(request, response);
      return;
    }
    const body = 'rawBody' in request ? request.rawBody : undefined;
    if (Buffer.isBuffer(body)) edge.listener(unreadRequest(request, body), response);
    else next(new Error(READ_BODY));
  };
}

/** Opens the gateway as configured, without listening yet. Rejects with a StartError when it cannot. */
export async function createLifeboat(options: LifeboatOptions = {}): Promise<Lifeboat> {
  const read = await readOptions(options);
  const { logger } = read;
  const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
  const { events, heard } = createEvents();
  const orRefuse = async <Value>(result: Result<Value, readonly string[]>): Promise<Value> => {
    if (result.ok) return result.value;
    await closers.closeAll();
    await read.endLog();
    throw new StartError(result.failure);
  };
  const composed = await orRefuse(await compose({ ...read, heard }, closers));
  const { edge, admin, sandbox, listen } = composed;
  return {
    sandbox,
    events,
    listener: edge.listener,
    admin: admin.listener,
    middleware: createMiddleware(composed),
    stage: createMoveStage(composed.cutover),
    explain: createExplain(composed.mappings),
    check: async () => {
      const checked = await composed.check();
      return { ok: checked.ok, faults: checked.ok ? [] : checked.failure };
    },
    listen: async () => orRefuse(await listen()),
    close: async (because = {}) => {
      logger.info(because, 'shutting down');
      await closers.closeAll();
      logger.info('closed');
      await read.endLog();
    },
  };
}
