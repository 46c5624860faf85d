import { startGateway, type StartedGateway } from '../support/startGateway.ts';
import { talk, type WireAnswer } from '../support/talk.ts';
import { allWell, writeScene } from '../support/rehearsedUpstream.ts';
import { type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { jsonCorpus, type JsonText } from './jsonCorpus.ts';

const { request, good } = writeScene;
const { body: goodBody = '' } = request;

/** The same texts alone, as a member that nobody knows and as one that everybody reads. */
const placesIn = (wholeText: string, { bytes }: JsonText): readonly [string, string, string] => [
  bytes,
  wholeText.replace(/"title"|"description"/, (name) => `"unknown":${bytes},${name}`),
  wholeText.replace(/"description":"[^"]*"/, () => `"description":${bytes}`),
];

let upstream: ScriptedUpstream;
let gateway: StartedGateway;
beforeAll(async () => {
  upstream = await startUpstream(allWell);
  gateway = await startGateway({ v2: upstream.origin });
});

/** PATCH with a body of latin1 bytes. */
const send = (body: string): Promise<WireAnswer> =>
  talk(
    gateway.origin,
    Buffer.from(
      `PATCH ${request.path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer key-1\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    ),
  );

const writes = (): number => upstream.requests.filter(({ method }) => method === 'PATCH').length;

/** One answer, which v1 could have given. */
function expectV1(answer: WireAnswer, statuses: readonly number[]): void {
  expect(statuses).toContain(answer.status);
  expect(answer.wire.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  const body: unknown = JSON.parse(answer.body);
  expect(body).toHaveProperty(answer.status === 200 ? 'data' : 'message');
}

describe.each(jsonCorpus.map((text) => [text.verdict, text.name, text] as const))(
  'a text that is JSON or not (%s): %s',
  (verdict, _name, text) => {
    it('is executed once as a request body, or refused with a 4xx', async () => {
      upstream.play(allWell);
      for (const body of placesIn(goodBody, text)) {
        upstream.forget();
        const answer = await send(body);
        expectV1(answer, verdict === 'no' && body !== '' ? [400] : [200, 400, 422]);
        expect(writes()).toBe(answer.status === 200 ? 1 : 0);
      }
    });

    it('is read as JSON in an answer of v2, or the answer is refused', async () => {
      for (const body of placesIn(good, text)) {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
        upstream.play({ request: (_seen, socket) => void socket.write(Buffer.from(head + body, 'latin1')) });
        expectV1(await send(goodBody), verdict === 'no' ? [502] : [200, 502]);
      }
    });
  },
);
