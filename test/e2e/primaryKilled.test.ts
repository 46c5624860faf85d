import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { currencyOffer } from '../bench/stub/documents';
import { serveCli } from '../support/runCli';
import { startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { temporaryFolder } from '../support/temporaryFolder';
import { reply, startUpstream } from '../support/upstream';

const folder = temporaryFolder();
const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));
const askedEntry = { path: '/v1/currency-offers/7001', headers: { Authorization: 'Bearer key-1' } };

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
    const environment = {
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_STORE: folder.path('lifeboat.db'),
      LIFEBOAT_LOG_LEVEL: 'error',
    };
    const { run, gateway } = await serveCli(['--workers', '2'], { cwd: folder.path('.'), environment });
    const { hostname, port } = new URL(gateway);
    const idle = net.connect(Number(port), hostname);
    const idleEnded = once(
      idle.on('error', () => undefined),
      'close',
    );
    const answers = Array.from({ length: 20 }, () => ask(gateway, askedEntry));
    while (heldSockets.length < 20) await new Promise<void>((resolve) => (arrived = resolve));

    run.child.kill('SIGKILL');
    upstream.play({ request: (_seen, socket) => socket.write(OFFER) });
    for (const socket of heldSockets) socket.write(OFFER);
    // Node ends a worker whose primary has died: a request under way is answered or cut off (0), never left waiting.
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 0)).toEqual([]);
    await idleEnded;
    // Its workers write to the same output: it ends with the last of them.
    await run.ended;

    const next = await startWhole({ ...environment, LIFEBOAT_LISTEN_PORT: port });
    expect((await ask(gateway, askedEntry)).status).toBe(200);
    await next.close();
    await upstream.close();
  });
});
