import { z } from 'zod';
import type { Environment } from '../config';
import { failure, type Result, success } from '../contract/result';
import { ALL } from '../cutover/stages/stageEvent';
import { didYouMean } from '../mapping/yaml/complaints';
import type { Entry } from '../operator/entry';
import { type ExitCode, valueOrEnd, readSettings, type Surroundings } from './command';
import { print, type Terminal } from './terminal';

/** Options that locate a running gateway's admin port. */
export interface AdminPlace {
  readonly config?: string | undefined;
  /** Origin of the admin port. Absent: the configured one. */
  readonly admin?: string | undefined;
  /** True to print for programs. */
  readonly json?: boolean | undefined;
}

/** Answer of the admin port; the page is undefined if it is not JSON. */
interface AdminAnswer {
  readonly status: number;
  readonly page: unknown;
  readonly text: string;
}

/** Reason why an entry gave no output. */
interface ClientRefusal {
  readonly sentence: string;
  /** The problem with all its members. It is undefined if nothing answered. */
  readonly page?: unknown;
}

/** Client of a running gateway's admin port. */
export interface OperatorClient {
  /** Reads a page that is not an entry of the table. */
  readonly page: (path: string) => Promise<Result<AdminAnswer, string>>;
  /** Refuses an entry that the gateway refuses without a token, before anything is asked. */
  readonly permits: (entry: Pick<Entry, 'role'>) => Result<undefined, ClientRefusal>;
  /** Asks for an entry of the operator's table. The failure says what to do. */
  readonly ask: <Input extends z.ZodType, Output extends z.ZodType>(
    entry: Entry<Input, Output>,
    input: z.input<Input>,
  ) => Promise<Result<z.output<Output>, ClientRefusal>>;
}

/** Deadline (ms) of an answer. */
const DEADLINE_MS = 10_000;

const problem = z.looseObject({
  detail: z.string(),
  /** A name that is not known, and the known ones. */
  resource: z.string().optional(),
  resources: z.array(z.string()).default([]),
  asked: z.string().optional(),
  known: z.array(z.string()).default([]),
});

/** Parses a text. Returns undefined if it is not JSON. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says why a gateway refused. Says so if the answer does not come from a gateway. */
export function refusalOf(url: string, { status, page }: AdminAnswer): ClientRefusal {
  const read = problem.safeParse(page);
  if (!read.success) return { sentence: `${url} answered ${status}: is it the admin port of a gateway?` };
  const { detail, asked, known, resource = asked, resources } = read.data;
  if (status === 401)
    return { sentence: `${detail}\n  = hint: set LIFEBOAT_ADMIN_TOKEN to a token of the gateway`, page };
  const hint =
    resource === 'all'
      ? 'for all resources give --all'
      : didYouMean(resource ?? '', [...resources, ...known]);
  if (hint === undefined) return { sentence: detail, page };
  return { sentence: `${detail}\n  = hint: ${hint}`, page };
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.name : 'unknown';
};

async function callGateway(url: string, options: RequestInit): Promise<Result<AdminAnswer, string>> {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(DEADLINE_MS) });
    const text = await response.text();
    return success({ status: response.status, page: parseJsonOrNothing(text), text });
  } catch (error) {
    const hint = 'is the gateway running? name its admin port with --admin, such as http://127.0.0.1:8081';
    return failure(`${new URL(url).origin} gave no answer (${codeOf(error)})\n  = hint: ${hint}`);
  }
}

function queryOf(input: unknown): string {
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(input));
  const parameters = fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
}

function createClient(origin: string, token: string | undefined): OperatorClient {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const permits: OperatorClient['permits'] = ({ role }) =>
    role !== 'viewer' && token === undefined
      ? failure({ sentence: 'admin.token is missing: set LIFEBOAT_ADMIN_TOKEN as for the gateway' })
      : success(undefined);
  return {
    page: (path) => callGateway(`${origin}${path}`, { headers: authorization }),
    permits,
    ask: async (entry, input) => {
      const isView = entry.kind === 'view';
      const permitted = permits(entry);
      if (!permitted.ok) return permitted;
      const url = `${origin}/api/${entry.name}`;
      const headers = { ...authorization, 'content-type': 'application/json' };
      const answer = isView
        ? await callGateway(`${url}${queryOf(input)}`, { headers: authorization })
        : await callGateway(url, { method: 'POST', headers, body: JSON.stringify(input) });
      if (!answer.ok) return failure({ sentence: answer.failure });
      if (answer.value.status !== 200) return failure(refusalOf(url, answer.value));
      const output = entry.output.safeParse(answer.value.page);
      if (output.success) return success(output.data);
      return failure({ sentence: `${origin} is the admin port of another version of Lifeboat` });
    },
  };
}

/**
 * Finds the admin port and its token from the options or the settings. The failure lists every fault of the settings.
 */
export function openOperator(
  { config: file, admin }: AdminPlace,
  environment: Environment,
  { colour }: Pick<Terminal, 'colour'>,
): Result<OperatorClient, readonly string[]> {
  // The gateway may run in front of its sandbox, without a configured upstream.
  const read = readSettings({ file, environment, colour });
  // A named gateway is stopped even while somebody edits the settings.
  if (!read.ok)
    return admin === undefined ? read : success(createClient(admin, environment['LIFEBOAT_ADMIN_TOKEN']));
  const { host, port, token } = read.value.admin;
  if (admin === undefined && port === 0)
    return failure(['admin.port is 0: name the port of the running gateway with --admin']);
  return success(createClient(admin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`, token));
}

/** Surroundings of a command that asks a gateway. */
export interface AskingCommand extends Surroundings {
  readonly place: AdminPlace;
}

const ofAll = z.looseObject({ resource: z.literal(ALL) });

/** Refusal of a change of all resources, with what happened to each. */
const changedParts = z.looseObject({ changes: z.array(z.looseObject({ resource: z.string() })).min(1) });
const refusedPart = z.object({ resource: z.string(), why: z.string(), message: z.string() });

/** Asks for an entry and prints its output as JSON or in lines. Returns 1 if a part of it was refused. */
export async function showEntry<Input extends z.ZodType, Output extends z.ZodType>(
  entry: Entry<Input, Output>,
  input: z.input<Input>,
  { place: adminPlace, environment, terminal }: AskingCommand,
  lines: (output: z.output<Output>) => readonly string[] = (output) =>
    entry.words?.(entry.input.parse(input), output) ?? [],
  verdict: (output: z.output<Output>) => ExitCode = () => 0,
): Promise<ExitCode> {
  const { ask } = valueOrEnd(openOperator(adminPlace, environment, terminal));
  const { json } = adminPlace;
  const answer = await ask(entry, input);
  const isWhole = answer.ok || !ofAll.safeParse(input).success;
  const partly = isWhole ? undefined : changedParts.safeParse(answer.failure.page).data;
  if (partly === undefined) {
    const output = valueOrEnd(answer);
    print(output, lines(output), json, terminal);
    return verdict(output);
  }
  print({ changes: partly.changes }, [], json, terminal);
  for (const change of partly.changes) {
    const { data: refusal } = refusedPart.safeParse(change);
    if (refusal !== undefined && refusal.why !== 'already')
      terminal.complain(`${refusal.resource}: refused: ${refusal.message}`);
    else if (json !== true) lines({ changes: [change] } as z.output<Output>).forEach(terminal.write);
  }
  return 1;
}
