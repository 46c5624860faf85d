import type { RunningServer } from '../../../src/http/server/startServer.js';
import { operatorTable } from '../../../src/operator/operatorTable.js';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { closeBehindTest } from '../../support/closeBehindTest.ts';
import { runCli } from '../../support/runCli.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
let cutover: TestCutover;
let server: RunningServer;

beforeAll(async () => {
  cutover = await openTestCutover();
  server = await openAdminPort(cutover);
});

/** Starts the program, which ends well behind the test; returns how to send it a line and read the next one. */
function start(words: readonly string[] = [], token = TOKEN) {
  const environment = token === '' ? {} : { LIFEBOAT_ADMIN_TOKEN: token };
  const run = runCli(['mcp', '--admin', server.origin, ...words], { cwd: folder.path('.'), environment });
  closeBehindTest(async () => {
    run.child.stdin?.end();
    expect((await run.ended).code).toBe(0);
  });
  const send = (line: string): void => void run.child.stdin?.write(`${line}\n`);
  const answerTo = async (line: string): Promise<unknown> => {
    send(line);
    return JSON.parse(await run.line());
  };
  const ask = async (method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> =>
    (await answerTo(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))) as Record<string, unknown>;
  const call = async (name: string, input: object = {}) => {
    const { result } = await ask('tools/call', { name, arguments: input });
    const { content, isError } = result as { content: { text: string }[]; isError: boolean };
    return { text: content[0]?.text ?? '', isError };
  };
  return { send, answerTo, ask, call };
}

describe('lifeboat mcp', () => {
  it('speaks the protocol: it initializes, answers a ping and lists the views of the table as tools', async () => {
    const { ask, send } = start();
    const initialized = await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {} });
    expect(initialized).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'lifeboat' },
      },
    });
    // A notification has no answer.
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect(await ask('ping')).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    const { result } = await ask('tools/list');
    const { tools } = result as { tools: { name: string; inputSchema: { type: string } }[] };
    expect(tools).toHaveLength(operatorTable.filter(({ kind }) => kind === 'view').length);
    expect(tools.filter(({ name }) => !/^\w{1,64}$/.test(name))).toEqual([]);
    expect(new Set(tools.map(({ inputSchema }) => inputSchema.type))).toEqual(new Set(['object']));
  });

  it('names the mistakes of a client by the codes of JSON-RPC', async () => {
    const { answerTo, ask } = start();
    expect(await answerTo('{')).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(await answerTo('{"method":"ping","id":1}')).toMatchObject({ id: null, error: { code: -32_600 } });
    expect(await ask('resources/list')).toMatchObject({ id: 7, error: { code: -32_601 } });
    const action = { name: 'stages_hold', arguments: { resource: 'offer', reason: 'x' } };
    expect(await ask('tools/call', action)).toMatchObject({ error: { code: -32_602 } });
    expect(cutover.events()).toEqual([]);
  });

  it('takes an action only if it may, in the name and role of its token, and says why one is refused', async () => {
    const { call } = start(['--allow-actions']);
    const input = { resource: 'offer', reason: 'a model asked for it' };
    expect(await call('stages_hold', input)).toMatchObject({ isError: false });
    expect(cutover.events()).toMatchObject([{ actor: 'admin', reason: 'a model asked for it' }]);
    expect(JSON.parse((await call('stages')).text)).toMatchObject([
      { resource: 'offer', held: input.reason },
    ]);
    expect(await call('stages_move', { ...input, to: 'v3' })).toEqual({
      isError: true,
      text: 'no stage v3: v1, shadow, canary N%, v2 or gone',
    });
    const stranger = start(['--allow-actions'], '');
    expect(await stranger.call('stages')).toMatchObject({
      isError: true,
      text: expect.stringContaining('Show a token of this gateway.') as string,
    });
  });
});
