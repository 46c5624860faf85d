import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { currencyOffer } from '../bench/stub/documents.ts';
import { type Served, serveCli } from '../support/runCli.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));
const askedEntry = { path: '/v1/currency-offers/7001', headers: { Authorization: 'Bearer key-1' } };

function start(upstream: ScriptedUpstream, port = '0'): Promise<Served> {
  const environment = {
    LIFEBOAT_UPSTREAM_V2: upstream.origin,
    LIFEBOAT_STORE: 'lifeboat.db',
    LIFEBOAT_LOG_LEVEL: 'error',
  };
  return serveCli(['--workers', '2', '--port', port], { cwd: folder.path('.'), environment });
}

describe('the first of several processes, killed and restarted', () => {
  it('leaves no client hanging: all connections end, its workers too, and the port is free', async () => {
    const heldSockets: Socket[] = [];
    let arrived = (): void => undefined;
    const upstream = await startUpstream({
      request: (_seen, socket) => {
        heldSockets.push(socket);
        arrived();
      },
    });
    const { run: firstRun, gateway } = await start(upstream);
    const { hostname, port } = new URL(gateway);
    const idle = net.connect(Number(port), hostname);
    const idleEnded = once(
      idle.on('error', () => undefined),
      'close',
    );
    const answers = Array.from({ length: 20 }, () => ask(gateway, askedEntry));
    while (heldSockets.length < 20) await new Promise<void>((resolve) => (arrived = resolve));

    firstRun.child.kill('SIGKILL');
    upstream.play({ request: (_seen, socket) => socket.write(OFFER) });
    for (const socket of heldSockets) socket.write(OFFER);
    // Node ends a worker whose primary has died: a request under way is answered or cut off (0), never left waiting.
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 0)).toEqual([]);
    await idleEnded;
    // Its workers write to the same output: it ends with the last of them.
    await firstRun.ended;

    const second = await start(upstream, port);
    expect(second.gateway).toBe(gateway);
    expect((await ask(gateway, askedEntry)).status).toBe(200);
    second.run.child.kill('SIGTERM');
    expect((await second.run.ended).code).toBe(0);
  });
});
