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
      { method: 'POST', path: '/chat', body: '{"text":"Lifeboat: offer moved"}' },
    ]);
    expect(receiver.requests[0]?.headers['x-lifeboat-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
  });

  it('has not arrived when the receiver refuses it, and rejects when there is none', async () => {
    receiver.play(answering(500, 'no'));
    const post = postToSlack(`${receiver.origin}/chat`);
    expect(await post(notice)).toBe(false);
    await receiver.close();
    await expect(post(notice)).rejects.toThrow();
  });
});
