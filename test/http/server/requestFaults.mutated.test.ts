import fc from 'fast-check';
import { startEdge, type EdgeUnderTest } from '../../support/edgeUnderTest';
import { requestText, talk } from '../../support/talk';
import { answering } from '../../support/upstream';
import { repetitions } from '../../support/repetitions';

/** Well-formed requests of each kind, to be spoilt. */
const requests = [
  requestText({ path: '/v2/x?y=1' }),
  requestText({ method: 'PATCH', path: '/v1/things/1', body: '{"a":1}' }),
  requestText({
    method: 'POST',
    path: '/v2/x',
    headers: { 'Transfer-Encoding': 'chunked' },
    body: '5\r\nhello\r\n0\r\n\r\n',
  }),
  requestText({ method: 'DELETE', path: '/v1/things/1' }),
];

/** Puts some bytes in place of others, anywhere. */
const edit = fc.record({
  at: fc.nat(200),
  removed: fc.nat(3),
  added: fc.oneof(
    fc.constantFrom('\r\n', '\n', ' ', ':', '%2e', '/', '\\', '\0', '\r\n\r\n', '\r\nContent-Length: 3\r\n'),
    fc.string({ unit: 'binary-ascii', maxLength: 3 }),
  ),
});

let edge: EdgeUnderTest;

beforeAll(async () => {
  // A spoilt length or `Connection` leaves the connection open: it is not waited for long.
  edge = await startEdge({ server: { keepAlive: 20, head: 100, request: 100, check: 10 } });
  edge.v1.play(answering(200, '{}'));
  edge.v2.play(answering(200, '{}'));
});

afterAll(() => edge.close());

describe('a request with some bytes changed', () => {
  it('is answered in the v1 shape with one line in the log, and never with a 5xx', async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...requests),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        async (request, edits) => {
          const spoilt = edits.reduce(
            (text, { at, removed, added }) => text.slice(0, at) + added + text.slice(at + removed),
            request,
          );
          const { wire } = await talk(edge.origin, Buffer.from(spoilt, 'latin1'));
          const statuses = wire.match(/(?<=HTTP\/1\.1 )[2-5]\d\d/g) ?? [];
          answers += statuses.length;
          expect(statuses.length).toBeGreaterThan(0);
          expect(statuses.filter((status) => status.startsWith('5'))).toEqual([]);
          expect(wire.match(/x-request-id: /gi)).toHaveLength(statuses.length);
          await edge.logged(answers);
          const logged = edge.log.slice(answers - statuses.length).map(({ status }) => String(status));
          expect(logged.toSorted()).toEqual(statuses.toSorted());
        },
      ),
      { numRuns: repetitions(150, 500) },
    );
  });
});
