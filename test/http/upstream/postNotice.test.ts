import { createHmac } from 'node:crypto';
import { createMailPost, createSlackPost, createWebhookPost } from '../../../src/http/upstream/postNotice.js';
import { type MailServer, startMailServer } from '../../support/startMailServer.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const notice = {
  kind: 'moved',
  resource: 'offer',
  id: 'offer 1',
  at: 0,
  text: 'offer moved <b> & more',
} as const;
let receiver: ScriptedUpstream;

beforeEach(async () => {
  receiver = await startUpstream(answering(200, 'ok'));
});

afterEach(() => receiver.close());

describe('posting a notice', () => {
  it('delivers it to a webhook with its id, signed over time and body if there is a secret', async () => {
    expect(await createWebhookPost(`${receiver.origin}/hook`, 'a secret', () => 5_999)(notice)).toBe(true);
    expect(await createWebhookPost(`${receiver.origin}/hook`, undefined, () => 5_999)(notice)).toBe(true);
    const [signed, unsigned] = receiver.requests;
    const signature = createHmac('sha256', 'a secret').update(`5.${signed?.body}`).digest('hex');
    expect(signed).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'x-lifeboat-notice': 'offer%201',
        'x-lifeboat-timestamp': '5',
        'x-lifeboat-signature': `v1=${signature}`,
      },
    });
    expect(JSON.parse(signed?.body ?? '')).toEqual({ ...notice, at: '1970-01-01T00:00:00.000Z' });
    expect(unsigned?.headers).not.toHaveProperty('x-lifeboat-signature');
  });

  it('delivers it to a chat with escaped markup, and the time of its making', async () => {
    expect(await createSlackPost(`${receiver.origin}/chat`)(notice)).toBe(true);
    const text = 'Lifeboat, 1970-01-01 00:00:00 UTC: offer moved &lt;b&gt; &amp; more';
    expect(receiver.requests).toMatchObject([
      { method: 'POST', path: '/chat', body: JSON.stringify({ text }) },
    ]);
  });

  it('reports no arrival if the receiver refuses it, and rejects if the receiver fails', async () => {
    receiver.play(answering(400, 'no'));
    const post = createSlackPost(`${receiver.origin}/chat`);
    expect(await post(notice)).toBe(false);
    receiver.play(answering(503, 'not now'));
    await expect(post(notice)).rejects.toThrow('503');
    await receiver.close();
    await expect(post(notice)).rejects.toThrow();
  });
});

describe('mailing a notice', () => {
  let mail: MailServer;
  beforeEach(async () => {
    mail = await startMailServer();
  });
  afterEach(() => mail.close());

  const people = { from: 'lifeboat@example.com', to: 'ada@example.com, bob@example.com' };
  const linked = { ...notice, severity: 'critical', link: 'https://lifeboat.example.com/#alarms' } as const;

  it('delivers it to every recipient, with the link to its form, and always under the same id', async () => {
    const send = createMailPost({ server: mail.origin, ...people });
    expect([await send(linked), await send(linked)]).toEqual([true, true]);
    expect(mail.commands).toEqual(
      expect.arrayContaining(['RCPT TO:<ada@example.com>', 'RCPT TO:<bob@example.com>']),
    );
    const [firstText = '', repeatedText = ''] = mail.messages;
    expect(firstText).toContain('Subject: Lifeboat, critical: offer moved');
    expect(firstText).toContain('https://lifeboat.example.com/#alarms');
    const idOf = (message: string) => /^Message-ID: (.*)$/m.exec(message)?.[1];
    expect([idOf(firstText)?.length, idOf(repeatedText)]).toEqual([
      '<@lifeboat.invalid>'.length + 32,
      idOf(firstText),
    ]);
  });

  it('reports no arrival if the server refuses it, and rejects if the server fails', async () => {
    const send = createMailPost({ server: mail.origin, ...people });
    mail.refuse(true);
    expect(await send(linked)).toBe(false);
    await mail.close();
    await expect(send(linked)).rejects.toThrow();
  });

  it('sends no password if the server offers no TLS', async () => {
    const server = mail.origin.replace('//', '//lifeboat:hush@');
    await expect(createMailPost({ server, ...people })(linked)).rejects.toThrow();
    expect(mail.commands.join()).not.toMatch(/AUTH|MAIL/);
    expect(mail.messages).toEqual([]);
  });
});
