import { z } from 'zod';
import { schemas } from '../../src/contract/contracts.js';
import { type Scene, scenes } from '../support/rehearsedUpstream.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import { reply, type ScriptedUpstream } from '../support/upstream.ts';

type Path = readonly string[];

/** Wrong values for a field; `undefined` removes it. */
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

/** Fields that may be null or empty although v1 promised a value: all except those that are never invented. */
function degraded(attributes: z.ZodObject, needed: readonly string[]): z.ZodObject {
  const members = Object.entries(attributes.shape).map(
    ([name, member]: [string, z.ZodType]): [string, z.ZodType] => {
      if (needed.includes(name)) return [name, member];
      const loose: z.ZodType =
        member instanceof z.ZodObject ? member.extend(degraded(member, []).shape).partial() : member;
      return [name, loose.nullable()];
    },
  );
  return z.strictObject(Object.fromEntries(members));
}

const envelope = (attributes: z.ZodObject, needed: readonly string[]) =>
  z.strictObject({
    data: z.strictObject({ id: z.string(), type: z.string(), attributes: degraded(attributes, needed) }),
  });
const v1 = {
  list: z.never(),
  page: z.never(),
  read: envelope(schemas.v1.account, ['status', 'price']),
  write: envelope(schemas.v1.currencyOffer, ['status', 'price', 'stock']),
};

/** Every field of a v2 answer, members of objects too. */
function fields(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const members = Object.entries(value).flatMap(([name, member]) => fields(member, [...path, name]));
  return path.length === 0 ? members : [path, ...members];
}

function replaced(value: unknown, [name, ...remainingTexts]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: replaced(object[name], remainingTexts, replacement) };
}

/** Without these there is no answer. */
const needed = ['data', 'data.id', 'data.status', 'data.stock', 'data.price', 'data.price_eur'];

describe.each(scenes.filter(({ call }) => call !== 'list'))('the answer to a $call', (scene: Scene) => {
  const good: unknown = JSON.parse(scene.good);
  let upstream: ScriptedUpstream;
  let gateway: StartedGateway;

  beforeAll(async () => {
    upstream = await scene.upstream({ request: (_request, socket) => socket.write(reply(200, scene.good)) });
    gateway = await startGateway({ v2: upstream.origin });
    expect((await ask(gateway.origin, scene.request)).status).toBe(200);
  });

  async function answerWith(path: Path, value: unknown): Promise<WireAnswer> {
    const body = JSON.stringify(replaced(good, path, value));
    upstream.play(scene.playing({ request: (_request, socket) => socket.write(reply(200, body)) }));
    return ask(gateway.origin, scene.request);
  }

  it.each(fields(good).map((path) => ({ path, name: path.join('.') })))(
    'is a whole v1 answer, or a problem if the field is needed, when $name has a wrong value',
    async ({ path }) => {
      for (const value of wrong) {
        const answer = await answerWith(path, value);
        const body: unknown = JSON.parse(answer.body);
        if (answer.status === 200) v1[scene.call].parse(body);
        else {
          // Listed with the login that was asked for, and shown with another: v2 contradicts itself.
          const name = path.join('.');
          const status = needed.includes(name) ? 502 : name === 'data.credentials.login' ? 503 : 200;
          expect([name, value, answer.status]).toEqual([name, value, status]);
          expect(body).toEqual({ message: expect.any(String) as string });
        }
      }
    },
  );

  it.each(['created_at', 'updated_at'])('shows no date when %s is in milliseconds', async (name) => {
    const answer = await answerWith(['data', name], 1_700_000_004_000);
    expect(JSON.parse(answer.body)).toMatchObject({ data: { attributes: { [name]: null } } });
  });
});
