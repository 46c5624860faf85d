import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { runCli } from '../support/runCli.ts';
import { writeScene } from '../support/rehearsedUpstream.ts';
import { selfSigned } from '../support/certificate.ts';
import { startGateway, type StartedGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, startUpstream } from '../support/upstream.ts';

const { request, good, gets } = writeScene;
const folder = temporaryFolder();

let gateway: StartedGateway | undefined;
afterEach(() => {
  gateway = undefined;
});

describe('a gateway whose upstream', () => {
  it('has an unknown name answers 502, and does not mark a write as ambiguous', async () => {
    gateway = await startGateway({ v2: 'http://nowhere.invalid' });
    const answer = await ask(gateway.origin, request);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toEqual({ message: 'The service could not be reached.' });
    expect(answer.headers).not.toHaveProperty('x-lifeboat-ambiguous');
  });

  it('shows an untrusted certificate sends it no key and no write', async () => {
    const seenTexts: string[] = [];
    const server = https.createServer({ ...selfSigned }, ({ url = '' }) => seenTexts.push(url));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    gateway = await startGateway({ v2: `https://127.0.0.1:${port}` });
    const answer = await ask(gateway.origin, request);
    expect(answer.status).toBe(502);
    expect(answer.headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(seenTexts).toEqual([]);
    server.close();
  });
});

describe('a process', () => {
  const flood = async (origin: string, requests: number) =>
    (await Promise.all(Array.from({ length: requests }, () => ask(origin, request)))).map(
      ({ status }) => status,
    );
  const serving = (upstream: string) => ({ LIFEBOAT_UPSTREAM_V2: upstream, LIFEBOAT_LOG_LEVEL: 'error' });
  const ports = ['serve', '--port', '0', '--admin-port', '0'];

  it('with 128 MiB of heap survives a flood of requests', async () => {
    const upstream = await startUpstream({ request: (_seen, socket) => socket.write(reply(200, good)) });
    const environment = { ...serving(upstream.origin), NODE_OPTIONS: '--max-old-space-size=128' };
    const run = runCli(ports, { cwd: folder.path('.'), environment });
    const [origin = ''] = (await run.line()).match(/http:\/\/[\d.:]+/g) ?? [];
    const statuses = await flood(origin, 300);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const answer = await ask(origin, request);
    expect(JSON.parse(answer.body)).toEqual(gets);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
  });
});
