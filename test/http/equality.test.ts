import { isJsonObject, type Json, type JsonObject } from '../../src/contract/json.js';
import { createMatch } from '../../src/gateway/routes.js';
import { isRead } from '../../src/http/server/messages.js';
import type { Operation } from '../../src/mapping/compile/compiledOperation.js';
import { readJson, writeJson } from '../../src/mapping/translate/exactJson.js';
import { recordFixture } from '../../src/proof/fixturesPlay.js';
import type { Script } from '../../src/proof/witnesses/scenes.js';
import { scriptsOf } from '../../src/proof/witnesses/scripts.js';
import { shipped } from '../support/shipped.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

/** Holds what clients get over sockets, headers and bytes, against a plain reading of the same mapping. */

let upstream: ScriptedUpstream;
let gateway: StartedGateway;
/** The script that v2 plays, and its latest answer. */
let script: Script | undefined;
let latestText = '';

beforeAll(async () => {
  upstream = await startUpstream({
    request: ({ path, method }, socket) => {
      const { status, body } = script?.answer(path, method as Operation['v2']['method']) ?? {
        status: 500,
        body: null,
      };
      latestText = JSON.stringify(body);
      socket.write(Buffer.from(reply(status, latestText)));
    },
  });
  gateway = await startGateway({ v2: upstream.origin, environment: { LIFEBOAT_KEYS_GUEST: 'guest' } });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** A request of its own caller, whose index and limits nobody shares. */
const asked = ({ method, path, keyless, body }: Script['request'], caller: string) => ({
  method,
  path,
  headers: {
    ...(keyless === true ? {} : { Authorization: `Bearer ${caller}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

const utf8 = ({ wire }: WireAnswer): string => {
  const bytes = Buffer.from(wire, 'latin1');
  return bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString();
};

/** Headers by their lower-case names; a name that comes twice is a fault of its own. */
function headersOf({ wire }: WireAnswer): Readonly<Record<string, string>> {
  const [, ...lines] = wire.slice(0, wire.indexOf('\r\n\r\n')).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return Object.fromEntries(pairs);
}

/** The path of v2 that the first link names: as far as it is known, which is as far as v2 was asked. */
const successor = ({ v2: { template } }: Operation): RegExp => {
  const texts = template.split('/').map((piece) => (piece.startsWith('{') ? '[^/{}<>]+' : piece));
  const knownText = template.replace(/\/\{.*$/, '');
  return new RegExp(
    `^<(?:${texts.join('/')}|${knownText})>; rel="successor-version", </guide>; rel="deprecation"$`,
  );
};

const guide = '</guide>; rel="deprecation"';
const match = createMatch(shipped().operations);

/** Makes the headers of every answer to a v1 request, whatever its body: for an unfit path nobody was asked. */
function plainHeaders(
  operation: Operation,
  { name, request: { method, path } }: Script,
  answer: WireAnswer,
): Readonly<Record<string, unknown>> {
  // The read of that script shows any values; `test/faults/acknowledgedWrites.test.ts` says when that is marked.
  const isUnshown =
    name === 'reads what an acknowledged write does not show' && 'x-lifeboat-ambiguous' in answer.headers;
  const isAmbiguous = isUnshown || (operation.v2.method !== 'GET' && answer.status >= 500);
  const link = expect.stringMatching(successor(operation)) as unknown;
  const isAsked = match(method, path)?.ok === true;
  return {
    ...(isAsked ? { 'x-lifeboat-served-by': 'v2', link } : { link: guide }),
    ...(isAmbiguous ? { 'x-lifeboat-ambiguous': '1' } : {}),
    date: expect.any(String) as unknown,
    connection: 'close',
    deprecation: '@1764460800',
    sunset: 'Sun, 30 Nov 2025 00:00:00 GMT',
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown,
    'content-length': String(Buffer.byteLength(utf8(answer))),
  };
}

/** The text of v1's answer, read from the last answer of v2; undefined where it is made of more than that. */
function plainText(operation: Operation, path: string, answered: string): string | undefined {
  const { answer, list, each, acknowledgement, query } = operation;
  if ([list, each, acknowledgement].some((more) => more !== undefined)) return undefined;
  const body = readJson(answered, 'drop');
  if (!body.ok || answer.lacksSource?.(body.value) === true) return undefined;
  const read = answer.read(body.value);
  if (!read.ok) return undefined;
  const hidden = query?.(new URL(path, 'http://v1').searchParams);
  return writeJson(hidden?.ok === true ? without(read.value, hidden.value.hidden) : read.value);
}

function without(body: JsonObject, hidden: readonly string[]): Json {
  const { data } = body;
  if (!isJsonObject(data) || !isJsonObject(data['attributes'])) return body;
  const attributes = { ...data['attributes'] };
  for (const name of hidden) if (Object.hasOwn(attributes, name)) attributes[name] = null;
  return { ...body, data: { ...data, attributes } };
}

const scripts = shipped().resources.flatMap((resource) =>
  resource.operations.map((resolved) => ({
    name: resolved.operation.name,
    operation: resolved.operation,
    scripts: scriptsOf(resolved, resource),
  })),
);

describe.each(scripts)('$name', ({ name, operation, scripts: ownScripts }) => {
  it('answers every witness with the headers and body of a plain reading', async () => {
    let compared = 0;
    for (const [number, one] of ownScripts.entries()) {
      script = one;
      const expected = await recordFixture(one, name, shipped().operations);
      const answer = await ask(gateway.origin, asked(one.request, `${name}-${number}`));
      const got = { status: answer.status, body: JSON.parse(utf8(answer)) as Json };
      expect({ script: one.name, ...got }).toEqual({ script: one.name, ...expected.gets });
      const headers = headersOf(answer);
      expect({ script: one.name, ...headers }).toEqual({
        script: one.name,
        ...plainHeaders(operation, one, answer),
      });
      if (answer.status >= 300) continue;
      const text = plainText(operation, one.request.path, latestText);
      if (text === undefined) continue;
      expect(utf8(answer)).toBe(text);
      compared += 1;
    }
    const isPlain = operation.list === undefined && operation.each === undefined;
    if (isPlain && isRead(operation.v1)) expect(compared).toBeGreaterThan(0);
  });
});
