import { success } from '../../src/contract/result.js';
import { compileRoutes } from '../../src/gateway/routes.js';
import type { Operation } from '../../src/mapping/compile/compiledOperation.js';
import { type EdgeUnderTest, routesTo, startEdge, thing } from '../support/edgeUnderTest.ts';
import { startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering } from '../support/upstream.ts';
import { writeTicketMappings } from '../e2e/support/tickets.ts';

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

describe('a path with a literal segment in the place of an id', () => {
  const readOf = (template: string, type: 'integer' | 'text'): Operation => {
    const v1 = { method: 'GET', template, parameters: [{ name: 'id', type }], success: 200 } as const;
    return { ...thing.operation, name: template, v1 };
  };
  const ofIds = compileRoutes([readOf('/v1/things/{id}', 'integer')]);

  it.each(['/v1/things/paged?count=2', '/v1/things/42x', '/v1/things/paged/'])(
    'goes to v1 unchanged while v1 lives: %s',
    async (path) => {
      const { origin, v1, handled } = (edge = await startEdge({ routes: () => ofIds }));
      v1.play(answering(200, '{}'));
      expect((await ask(origin, { path })).status).toBe(200);
      expect(v1.requests.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([`GET ${path}`]);
      expect(handled).toEqual([]);
    },
  );

  it.each([0, null])('is not found without v1 (sunset %p)', async (sunset) => {
    const { origin, v1, v2 } = (edge = await startEdge({ sunset, routes: () => ofIds }));
    expect((await ask(origin, { path: '/v1/things/paged' })).status).toBe(404);
    expect([...v1.requests, ...v2.requests]).toEqual([]);
  });

  it('is answered by the operation that takes text there', async () => {
    const both = compileRoutes([readOf('/v1/things/{id}', 'integer'), readOf('/v1/things/{id}', 'text')]);
    const { origin, v1, handled } = (edge = await startEdge({ routes: () => both }));
    await ask(origin, { path: '/v1/things/paged' });
    expect(handled.map(({ route }) => route.parameters)).toEqual([{ id: 'paged' }]);
    expect(v1.requests).toEqual([]);
  });
});
