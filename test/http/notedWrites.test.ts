import diagnostics from 'node:diagnostics_channel';
import type { WriteJournal } from '../../src/gateway/outcome/recordOutcome.js';
import { onV2, startEdge } from '../support/edgeUnderTest.ts';
import { ask } from '../support/talk.ts';
import { answering } from '../support/upstream.ts';

const ANSWERED = 'http.server.response.finish';
const write = {
  method: 'PATCH',
  path: '/v1/things/1',
  headers: { Authorization: 'Bearer key-1' },
  body: '{"price":2}',
};

it('keeps the note of a write that v1 answers until its client has the answer', async () => {
  const order: string[] = [];
  let noteEnd = (): void => undefined;
  const end = new Promise<void>((resolve) => (noteEnd = resolve));
  const journal: WriteJournal = {
    begin: () => order.push('begun'),
    lasting: () => undefined,
    end: () => {
      order.push('ended');
      noteEnd();
    },
  };
  const { cutover } = onV2;
  const decide: typeof cutover.decide = (...questions) => ({ ...cutover.decide(...questions), side: 'v1' });
  const edge = await startEdge({ journal, stages: () => ({ ...onV2, cutover: { ...cutover, decide } }) });
  edge.v1.play(answering(200, '{"data":1}'));
  const answered = (): void => void order.push('answered');
  diagnostics.subscribe(ANSWERED, answered);
  expect((await ask(edge.origin, write)).status).toBe(200);
  await end;
  diagnostics.unsubscribe(ANSWERED, answered);
  await edge.close();
  expect(order).toEqual(['begun', 'answered', 'ended']);
});
