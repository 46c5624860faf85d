import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { parse } from 'yaml';
import { z } from 'zod';
import { deploy } from '../../src/cli/deploy/deployCommand';
import { currencyOffer } from '../bench/stub/documents';
import { postgresServer } from '../store/support/postgres';
import { recordingTerminal } from '../support/recordingTerminal';
import { type CliRun, runCli } from '../support/runCli';
import { temporaryFolder } from '../support/temporaryFolder';
import { reply, startUpstream } from '../support/upstream';

const folder = temporaryFolder();
const server = postgresServer();

const composed = z.object({
  services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).default({}) })),
});
const ready = z.object({ members: z.array(z.string()).default([]) });
const SECRET = 'a-secret-of-more-than-thirty-two-characters';

interface Gateway {
  readonly run: CliRun;
  readonly origin: string;
  readonly admin: string;
}

/** Stands for the balancer: sends each request to the next of the servers that is ready, once. */
async function startBalancer(servers: readonly Gateway[]) {
  let turn = 0;
  const balancer: Server = createServer((asked, response) => {
    void (async () => {
      const states = await Promise.all(
        servers.map(({ admin }) =>
          fetch(`${admin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      const well = servers.filter((_, at) => states[at]);
      const to = well[(turn += 1) % well.length]?.origin ?? '';
      const { method, headers, url = '' } = asked;
      const sent = request(`${to}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(sent);
    })();
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    origin: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    close: () => balancer.close(),
  };
}

/** Writes the files of `lifeboat deploy compose-shared`, and returns what they say. */
function written(api: string) {
  const config = folder.path('lifeboat.yaml');
  const url = JSON.stringify(api);
  writeFileSync(
    config,
    `upstream: { v2: ${url}, v1: ${url} }\nsunset: 2999-01-01T00:00:00Z\ncutover: { start: v1 }\nadmin: { token: ${SECRET} }\nindex: { secret: ${SECRET} }\n`,
  );
  const out = folder.path('out');
  const options = { config, out, force: false, json: false };
  expect(deploy('compose-shared', options, {}, recordingTerminal())).toBe(0);
  const textOf = (name: string): string => readFileSync(`${out}/${name}`, 'utf8');
  const [, command = '[]'] = /^CMD (.*)$/m.exec(textOf('Dockerfile')) ?? [];
  return {
    services: composed.parse(parse(textOf('compose.yaml'))).services,
    words: z
      .array(z.string())
      .parse(JSON.parse(command))
      .map((word) => word.replace('/config/lifeboat.yaml', `${out}/secrets/config/lifeboat.yaml`)),
    servers: [...textOf('haproxy.cfg').matchAll(/^ +server (\S+) \1:\d+$/gm)].map(([, name = '']) => name),
  };
}

/** Starts a service of the compose file as a process, with a database in the place of its own. */
async function start(
  name: string,
  { services, words }: ReturnType<typeof written>,
  database: string,
): Promise<Gateway> {
  const given = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
    key,
    value.replace(/^postgres:.*@postgres:5432\/lifeboat$/, database),
  ]);
  const cwd = folder.path(name);
  mkdirSync(cwd);
  const ports = { LIFEBOAT_LISTEN_PORT: '0', LIFEBOAT_ADMIN_PORT: '0', LIFEBOAT_LOG_LEVEL: 'error' };
  const environment = { ...(Object.fromEntries(given) as Record<string, string>), ...ports };
  const run = runCli(words, { cwd, environment });
  const [origin = '', admin = ''] = ((await run.line()).match(/http:\/\/[\d.:]+/g) ?? []).map((one) =>
    one.replace('0.0.0.0', '127.0.0.1'),
  );
  return { run, origin, admin };
}

const membersAt = async ({ admin }: Gateway): Promise<number> =>
  ready.parse((await supertest(admin).get('/readyz')).body).members.length;

const move = { kind: 'move', to: { kind: 'v2' } };
const change = { resource: 'currency-offer', actor: 'ada', reason: 'to see', force: true, change: move };

it('two gateways of the compose file obey the same stages, and one goes on when the other is killed', async () => {
  const upstream = await startUpstream({
    request: (_seen, socket) => socket.write(reply(200, JSON.stringify({ data: currencyOffer(7001) }))),
  });
  const files = written(upstream.origin);
  expect(files.servers).toEqual(['gateway-1', 'gateway-2']);
  const database = await server.database();
  const [one, other] = [await start('gateway-1', files, database), await start('gateway-2', files, database)];
  const balancer = await startBalancer([one, other]);
  const twice = async (): Promise<unknown> => {
    const ask = async () => {
      const asked = supertest(balancer.origin).get('/v1/currency-offers/7001');
      const { status, headers } = await asked.set('authorization', 'Bearer key-1');
      return `${status} ${String(headers['x-lifeboat-served-by'])}`;
    };
    return [await ask(), await ask()];
  };
  while ((await membersAt(one)) < 2);
  expect(await twice()).toEqual(['200 v1', '200 v1']);
  const asked = supertest(one.admin).post('/cutover/changes').set('authorization', `Bearer ${SECRET}`);
  expect((await asked.send(change)).body).toMatchObject({ changes: [{ kept: true }] });
  expect(await twice()).toEqual(['200 v2', '200 v2']);
  one.run.child.kill('SIGKILL');
  await one.run.ended;
  expect(await twice()).toEqual(['200 v2', '200 v2']);
  other.run.child.kill('SIGTERM');
  expect((await other.run.ended).code).toBe(0);
  balancer.close();
  await upstream.close();
});
