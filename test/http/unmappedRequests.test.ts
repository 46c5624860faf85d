import { success } from '../../src/contract/result';
import { type EdgeUnderTest, routesTo, startEdge, thing } from '../support/edgeUnderTest';
import { startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { temporaryFolder } from '../support/temporaryFolder';
import { writeTicketMappings } from '../e2e/support/tickets';

const folder = temporaryFolder();

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

describe('the gateway after the end of v1', () => {
  it.each([
    ['GET', '/v1/things/1/parts', 404, undefined],
    ['POST', '/v1/things/1/parts?x=1', 404, undefined],
    ['GET', '/v1/things', 404, undefined],
    ['DELETE', '/v1/things/1', 405, 'PATCH'],
    ['GET', '/v1/things/1/', 405, 'PATCH'],
    ['GET', '/v1/thing', 410, undefined],
    ['GET', '/v1', 410, undefined],
  ])('answers %s %s of a mapped resource as v1 did, with %d', async (method, path, status, allow) => {
    const routes = routesTo(() => success(thing), {
      methods: ['PATCH'],
      pattern: /^\/v1\/things\/\d+\/?$/,
    });
    const { origin, v1, v2 } = (edge = await startEdge({ sunset: 0, routes }));
    const answer = await ask(origin, { method, path });
    expect([answer.status, answer.headers['allow']]).toEqual([status, allow]);
    expect([...v1.requests, ...v2.requests]).toEqual([]);
  });

  it('answers with 410 all that the mappings of another pair have not: only they say what its v1 had', async () => {
    writeTicketMappings(folder.path('mappings'));
    const { gateway, close } = await startWhole({
      LIFEBOAT_MAPPINGS: folder.path('mappings'),
      LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:1',
    });
    const statusOf = async (method: string, path: string) => {
      const { status, headers } = await ask(gateway, { method, path: `/api/v1${path}` });
      return [status, headers['link']];
    };
    const gone = [410, expect.stringContaining('rel="deprecation"')];
    expect(await statusOf('GET', '/tickets/1/parts')).toEqual(gone);
    expect(await statusOf('POST', '/tickets')).toEqual(gone);
    expect(await statusOf('GET', '/rooms')).toEqual(gone);
    await close();
  });
});
