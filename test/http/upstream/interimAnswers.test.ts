import type { Socket } from 'node:net';
import { createUpstream, type UpstreamClient } from '../../../src/http/upstream/upstreamClient';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits';
import { realClock } from '../../support/realClock';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream';

const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
/** A seller's own text, which must not be taken for a head. */
const body = JSON.stringify({ text: 'a' }) + '\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 ';

let upstream: ScriptedUpstream;
let client: UpstreamClient;

beforeEach(async () => {
  upstream = await startUpstream();
  client = createUpstream({
    origin: upstream.origin,
    clock: realClock,
    limits: { ...upstreamLimits, connections: 1 },
  });
});

afterEach(async () => {
  await upstream.close();
  await client.close();
});

/** Writes the pieces one after the other, each in a packet of its own if the machine lets it. */
function writeInTurn(socket: Socket, [firstText, ...otherTexts]: readonly string[]): void {
  if (firstText === undefined) return;
  socket.setNoDelay(true);
  socket.write(firstText, () => setImmediate(() => writeInTurn(socket, otherTexts)));
}

async function outcomeOf(pieces: (wholeText: string) => readonly string[]): Promise<string> {
  upstream.play({ request: (_request, socket) => writeInTurn(socket, pieces(interim + reply(200, body))) });
  const outcome = await client.call({
    method: 'PATCH',
    path: '/v2/x',
    body: '{}',
    requestId: 'r-1',
    deadlineAt: realClock.steady() + 20_000,
  });
  return outcome.ok ? `${outcome.value.status} ${outcome.value.body.toString()}` : outcome.failure.kind;
}

describe('an answer after interim answers', () => {
  it('is the same for every split of the bytes', async () => {
    const cuts = Array.from({ length: (interim + reply(200, body)).length }, (_, cut) => cut);
    const outcomes = new Set<string>();
    for (const cut of cuts)
      outcomes.add(await outcomeOf((wholeText) => [wholeText.slice(0, cut), wholeText.slice(cut)]));
    expect([...outcomes]).toEqual([`200 ${body}`]);
    expect(upstream.requests).toHaveLength(cuts.length);
  });

  it('is the same if every byte arrives alone', async () => {
    expect(await outcomeOf((wholeText) => wholeText.split(''))).toBe(`200 ${body}`);
  });

  it('keeps each byte of a body that begins like an interim answer', async () => {
    const lookalike = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 ';
    const wholeText = reply(200, lookalike);
    const head = wholeText.length - lookalike.length;
    expect(await outcomeOf(() => [wholeText.slice(0, head), wholeText.slice(head)])).toBe(`200 ${lookalike}`);
  });
});
