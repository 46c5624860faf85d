import { z } from 'zod';
import { schemas } from '../../src/contract/contracts';
import { scenes, type Scene } from '../support/rehearsedUpstream';
import { startGateway, type StartedGateway } from '../support/startGateway';
import { ask, type WireAnswer } from '../support/talk';
import { reply, type ScriptedUpstream } from '../support/upstream';

type Path = readonly string[];

/** What stands in a field instead of what belongs there; `undefined` takes it away. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e21,
  'text',
  '',
  [],
  [1, 'a', null],
  {},
  { a: 1 },
];

const envelope = (attributes: z.ZodType) =>
  z.strictObject({ data: z.strictObject({ id: z.string(), type: z.string(), attributes }) });
const v1 = {
  list: z.never(),
  page: z.never(),
  read: envelope(schemas.v1.account),
  write: envelope(schemas.v1.currencyOffer),
};

/** Every field of a v2 answer, members of objects too. */
function fields(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const members = Object.entries(value).flatMap(([name, member]) => fields(member, [...path, name]));
  return path.length === 0 ? members : [path, ...members];
}

function replaced(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: replaced(object[name], rest, replacement) };
}

describe.each(scenes.filter(({ call }) => call !== 'list'))('the answer to a $call', (scene: Scene) => {
  const good: unknown = JSON.parse(scene.good);
  let upstream: ScriptedUpstream;
  let gateway: StartedGateway;

  beforeAll(async () => {
    upstream = await scene.upstream({ request: (_request, socket) => socket.write(reply(200, scene.good)) });
    gateway = await startGateway({ v2: upstream.origin });
    expect((await ask(gateway.origin, scene.request)).status).toBe(200);
  });

  afterAll(async () => {
    await upstream.close();
    await gateway.close();
  });

  async function answerWith(path: Path, value: unknown): Promise<WireAnswer> {
    const body = JSON.stringify(replaced(good, path, value));
    upstream.play(scene.playing({ request: (_request, socket) => socket.write(reply(200, body)) }));
    return ask(gateway.origin, scene.request);
  }

  it.each(fields(good).map((path) => ({ path, name: path.join('.') })))(
    'becomes a whole v1 answer or a problem, never something between, when $name is not what it should be',
    async ({ path }) => {
      for (const value of wrong) {
        const answer = await answerWith(path, value);
        const body: unknown = JSON.parse(answer.body);
        if (answer.status === 200) v1[scene.call].parse(body);
        else {
          // An offer without the login that was asked for is not found.
          expect(path.includes('credentials') ? [404, 502] : [502]).toContain(answer.status);
          expect(body).toEqual({ message: expect.any(String) as string });
        }
      }
    },
  );

  it.each(['created_at', 'updated_at'])('is a problem when %s is in milliseconds', async (name) => {
    expect((await answerWith(['data', name], 1_700_000_004_000)).status).toBe(502);
  });
});
