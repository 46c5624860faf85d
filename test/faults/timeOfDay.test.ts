import { scenes } from '../support/rehearsedUpstream.ts';
import { startStagedGateway, storyClock } from '../support/startStagedGateway.ts';
import { ask } from '../support/talk.ts';
import { reply, startUpstream, type Script } from '../support/upstream.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

describe.each(scenes)('a request whose $call is under way', (scene) => {
  it.each([
    ['forward', DAY],
    ['back', -DAY],
  ])('is answered when the time of day is set %s', async (_way, step) => {
    const clock = storyClock(NOW);
    const stepping: Script = {
      request: (_request, socket) => {
        clock.set(NOW + step);
        socket.write(reply(200, scene.good));
      },
    };
    const [v1, v2] = [await startUpstream(), await scene.upstream(stepping)];
    const keys = { v1: 'key-1', v2: 'key-2' };
    const entry = { v1: v1.origin, v2: v2.origin, keys, clock, sunset: NOW - 2 * DAY };
    const gateway = await startStagedGateway(entry);
    const { status, body } = await ask(gateway.origin, scene.request);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual(scene.gets);
  });
});
