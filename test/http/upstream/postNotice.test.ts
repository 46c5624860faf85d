import { postToSlack, postToWebhook } from '../../../src/http/upstream/postNotice';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream';

const notice = { kind: 'moved', resource: 'offer', id: 'offer 1', at: 0, text: 'offer moved' } as const;
let receiver: ScriptedUpstream;

beforeEach(async () => {
  receiver = await startUpstream(answering(200, 'ok'));
});

afterEach(() => receiver.close());

describe('posting a notice', () => {
  it('brings it to a webhook, signed, and to a chat', async () => {
    expect(await postToWebhook(`${receiver.origin}/hook`, 'a secret', () => 5_000)(notice)).toBe(true);
    expect(await postToSlack(`${receiver.origin}/chat`)(notice)).toBe(true);
    expect(receiver.requests).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        headers: { 'x-lifeboat-timestamp': '5', 'content-type': 'application/json' },
      },
      { method: 'POST', path: '/chat', body: '{"text":"Lifeboat, 1970-01-01 00:00:00 UTC: offer moved"}' },
    ]);
    expect(receiver.requests[0]?.headers['x-lifeboat-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
  });

  it('has not arrived when the receiver refuses it, and rejects when it does not work', async () => {
    receiver.play(answering(400, 'no'));
    const post = postToSlack(`${receiver.origin}/chat`);
    expect(await post(notice)).toBe(false);
    receiver.play(answering(503, 'not now'));
    await expect(post(notice)).rejects.toThrow('503');
    await receiver.close();
    await expect(post(notice)).rejects.toThrow();
  });
});
