import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { serveCli } from '../support/runCli.ts';
import { writeScene } from '../support/rehearsedUpstream.ts';
import { selfSigned } from '../support/certificate.ts';
import { startGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const { request, good, gets } = writeScene;
const folder = temporaryFolder();

describe('a gateway whose upstream', () => {
  it('has an unknown name answers 502, and does not mark a write as ambiguous', async () => {
    const gateway = await startGateway({ v2: 'http://nowhere.invalid' });
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
    const gateway = await startGateway({ v2: `https://127.0.0.1:${port}` });
    const answer = await ask(gateway.origin, request);
    expect(answer.status).toBe(502);
    expect(answer.headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(seenTexts).toEqual([]);
    server.close();
  });
});

describe('a process', () => {
  it('with 128 MiB of heap survives a flood of requests', async () => {
    const upstream = await startUpstream(answering(200, good));
    const settings = { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_LOG_LEVEL: 'error' };
    const environment = { ...settings, NODE_OPTIONS: '--max-old-space-size=128' };
    const { run, gateway } = await serveCli([], { cwd: folder.path('.'), environment });
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(gateway, request)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const answer = await ask(gateway, request);
    expect(JSON.parse(answer.body)).toEqual(gets);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
  });
});
