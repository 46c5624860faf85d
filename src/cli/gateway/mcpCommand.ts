import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Entry } from '../../operator/entry';
import { operatorTable } from '../../operator/operatorTable';
import { packageVersion } from '../../runtime/packageVersion';
import { addCommand, type ExitCode, valueOrEnd, type Surroundings, addAdminOptions } from '../command';
import { type AdminPlace, openOperator, type OperatorClient, parseJsonOrNothing } from '../operatorClient';

/** Versions of the Model Context Protocol that differ in nothing used here, the latest first. */
const VERSIONS = ['2025-06-18', '2024-11-05'];

/** Codes of errors (JSON-RPC 2.0, 5.1). */
const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS] = [-32700, -32600, -32601, -32602];

/** Schema of a message of JSON-RPC 2.0; one without an id is a notification. */
const message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

const toolCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

/** Answer to a request: its result, or the reason why there is none. */
type Answer =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } };

const makeFailure = (code: number, text: string): Answer => ({ error: { code, message: text } });

/** Returns the name of an entry's tool, which may have no slash. */
const toolName = ({ name }: Pick<Entry, 'name'>): string => name.replaceAll('/', '_');

const toolOf = (entry: Entry): object => ({
  name: toolName(entry),
  description: `${entry.summary} Needs the role ${entry.role}.`,
  inputSchema: z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' }),
  annotations: { readOnlyHint: entry.kind === 'view' },
});

/** Calls the tool of an entry in the name of the client's token. A refusal is a result that says so. */
async function callTool(
  entries: readonly Entry[],
  { ask }: OperatorClient,
  params: unknown,
): Promise<Answer> {
  const { data } = toolCall.safeParse(params);
  const entry = entries.find((tableEntry) => toolName(tableEntry) === data?.name);
  if (data === undefined || entry === undefined)
    return makeFailure(INVALID_PARAMS, `There is no tool ${data?.name ?? 'without a name'}.`);
  const output = await ask(entry, data.arguments);
  const text = output.ok ? JSON.stringify(output.value) : output.failure.sentence;
  return { result: { content: [{ type: 'text', text }], isError: !output.ok } };
}

async function answerRequest(
  { method, params }: z.output<typeof message>,
  entries: readonly Entry[],
  client: OperatorClient,
): Promise<Answer> {
  switch (method) {
    case 'initialize': {
      const wanted = VERSIONS.find((version) => version === params['protocolVersion']);
      const serverInfo = { name: 'lifeboat', version: packageVersion() };
      const protocolVersion = wanted ?? VERSIONS[0];
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: entries.map(toolOf) } };
    case 'tools/call':
      return callTool(entries, client, params);
    default:
      return makeFailure(METHOD_NOT_FOUND, `There is no method ${method}.`);
  }
}

interface McpOptions extends AdminPlace {
  readonly allowActions: boolean;
}

/** Answers requests of the Model Context Protocol, a line each, until the input ends. */
async function serveTools(options: McpOptions, { environment, terminal }: Surroundings): Promise<ExitCode> {
  const client = valueOrEnd(openOperator(options, environment, terminal));
  const entries = operatorTable.filter(({ kind }) => kind === 'view' || options.allowActions);
  const write = (id: string | number | null, reply: Answer): void =>
    terminal.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  const answerLine = async (line: string): Promise<void> => {
    const value = parseJsonOrNothing(line);
    const { data } = message.safeParse(value);
    if (value === undefined) write(null, makeFailure(PARSE_ERROR, 'The line is not JSON.'));
    else if (data === undefined)
      write(null, makeFailure(INVALID_REQUEST, 'The line is no message of JSON-RPC 2.0.'));
    else if (data.id !== undefined) write(data.id, await answerRequest(data, entries, client));
  };
  const answers = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    const answered = answerLine(line).finally(() => answers.delete(answered));
    answers.add(answered);
  }
  await Promise.all(answers);
  return 0;
}

export const mcpCommand = (program: Command): Command =>
  addCommand(program, 'mcp', {
    about: "serve the operator's views as tools of the Model Context Protocol, on stdin and stdout",
    takes: (command) =>
      addAdminOptions(command)
        .option(
          '--allow-actions',
          'serve the actions, too; the log names the token that they come with',
          false,
        )
        .option('--json', 'as it answers anyway', false),
    run: serveTools,
  });
