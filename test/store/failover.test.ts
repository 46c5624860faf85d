import { openMember, toV2 } from '../cutover/support/openMember.ts';
import { connectServer } from '../../src/store/postgresServer.js';
import { realClock } from '../support/realClock.ts';
import { placeOf, postgresServer } from './support/postgres.ts';
import { waitUntil } from '../support/waitUntil.ts';

describe('gateways whose PostgreSQL server is lost', () => {
  const server = postgresServer();

  it('continue on the standby once it is the primary, with every acknowledged move', async () => {
    const url = await server.database();
    const standby = await server.standby();
    await expect(connectServer(placeOf(url.replace(/:\d+\//, `:${standby.port}/`)))).rejects.toThrow(
      'it is a replica, or read-only',
    );
    const serverPlace = placeOf(url.replace(/@[^/]+/, (host) => `${host},127.0.0.1:${standby.port}`));
    const members = [await openMember(serverPlace, realClock), await openMember(serverPlace, realClock)];
    const [member, nextMember] = members;
    expect(await member?.ask(toV2)).toEqual({ ok: true, kept: true });
    // A server that is stopped sends all that it has to its standby first.
    await server.stop();
    await waitUntil(() => members.every(({ standing }) => standing('offer').degraded));
    await standby.promote();
    // The first look may still find the connection of before: a gateway looks again, each beat.
    while (members.some(({ standing }) => standing('offer').degraded))
      for (const { tick } of members) await tick();
    expect(await nextMember?.ask({ kind: 'kill' })).toEqual({ ok: true, kept: true });
    for (const { events, verify } of members) {
      expect(events().map(({ change }) => change.kind)).toEqual(['move', 'kill']);
      expect(await verify()).toEqual({ ok: true, events: 2 });
    }
    expect(members.map(({ members: list }) => list().filter(({ live }) => live).length)).toEqual([2, 2]);
    for (const { close } of members) await close();
    await standby.end();
  });
});
