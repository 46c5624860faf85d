import { mailNotices, postToSlack, postToWebhook } from '../../../src/http/upstream/postNotice';
import { type MailServer, startMailServer } from '../../support/startMailServer';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream';

const notice = { kind: 'moved', resource: 'offer', id: 'offer 1', at: 0, text: 'offer moved' } as const;
let receiver: ScriptedUpstream;

beforeEach(async () => {
  receiver = await startUpstream(answering(200, 'ok'));
});

afterEach(() => receiver.close());

describe('posting a notice', () => {
  it('delivers it to a webhook, signed, and to a chat', async () => {
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

  it('reports no arrival if the receiver refuses it, and rejects if the receiver fails', async () => {
    receiver.play(answering(400, 'no'));
    const post = postToSlack(`${receiver.origin}/chat`);
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
    const send = mailNotices({ server: mail.origin, ...people });
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
    const send = mailNotices({ server: mail.origin, ...people });
    mail.refuse(true);
    expect(await send(linked)).toBe(false);
    await mail.close();
    await expect(send(linked)).rejects.toThrow();
  });

  it('sends no password if the server offers no TLS', async () => {
    const server = mail.origin.replace('//', '//lifeboat:hush@');
    await expect(mailNotices({ server, ...people })(linked)).rejects.toThrow();
    expect(mail.commands.join()).not.toMatch(/AUTH|MAIL/);
    expect(mail.messages).toEqual([]);
  });
});
