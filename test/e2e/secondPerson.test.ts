import { consoleVisitor } from '../http/admin/support/consoleVisitor.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { createGameClock } from '../support/gameClock.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { type MailServer, startMailServer } from '../support/startMailServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const RESOURCE = 'currency-offer';
const START = Date.UTC(2025, 9, 1);

const folder = temporaryFolder();
let startedWhole: StartedWhole;
let mail: MailServer;

beforeEach(async () => {
  const [v1, v2] = [
    await startUpstream(answering(200, '{"data":[]}')),
    await startUpstream(answering(200, '{"data":[]}')),
  ];
  mail = await startMailServer();
  startedWhole = await startWhole(
    {
      ...settingsOnV1(v1.origin, v2.origin),
      LIFEBOAT_CUTOVER_APPROVALS: '2',
      LIFEBOAT_NOTIFY_SMTP: mail.origin,
      LIFEBOAT_NOTIFY_TO: 'admin@example.com',
      LIFEBOAT_NOTIFY_CONSOLE: 'https://lifeboat.example.com',
      LIFEBOAT_ADMIN_TOKENS: folder.path('tokens.json'),
    },
    createGameClock(START),
  );
});

describe('two people at the console', () => {
  it('make a token for a colleague, ask for a move, hear of it by mail, approve it, and stand in the history both', async () => {
    const admin = consoleVisitor(startedWhole.admin);
    await admin.signIn(TOKEN);
    const added = await admin.submit('/tokens', 'tokens/add', { name: 'ada', role: 'operator' });
    const [token = ''] = /lb_[\w-]{43}/.exec(added) ?? [];
    expect(await admin.page('/tokens')).not.toContain(token);

    const ada = consoleVisitor(startedWhole.admin);
    await ada.signIn(token);
    expect(await ada.page('/tokens')).not.toContain('Add a token');
    const move = { resource: RESOURCE, to: 'canary 5%', reason: 'it is time', force: 'yes' };
    const askedText = await ada.submit('/', 'stages/move', move);
    expect(askedText).toContain(`${RESOURCE}: to canary 5% once somebody else approves it`);
    expect(askedText).toContain('Waiting for a second person');
    expect(askedText).not.toContain('Approve</button>');

    // The mail leads to the form; its link itself does nothing.
    const message = await mail.next();
    expect(message).toContain('https://lifeboat.example.com/#waiting');
    expect(message.replaceAll('=\r\n', '')).toContain(
      `${RESOURCE} waits for a second person to move it to canary 5%`,
    );
    expect(await admin.page('/')).toContain('id="waiting"');
    const [, id = ''] = /stages\/approve".*?name="id" value="([^"]+)"/s.exec(await admin.page('/')) ?? [];
    expect(await admin.submit('/', 'stages/approve', { id })).toContain(
      `${RESOURCE}: at canary 5%, in force`,
    );
    expect(await ada.page('/history')).toContain('ada, approved by admin');

    const pin = { resource: RESOURCE, caller: '96e0a1b2c3d4', side: 'v2', reason: 'they asked' };
    expect(await ada.submit('/', 'stages/pin', pin)).toContain(
      `${RESOURCE}: to v2 for caller 96e0a1b2c3d4 once somebody else approves it`,
    );
    expect(await admin.page('/')).toMatch(/currency-offer<\/b> from canary 5% to v2 for caller 96e0a1b2c3d4/);
    expect(await ada.page('/history')).toContain('to move it to v2 for caller 96e0a1b2c3d4');

    await admin.submit('/tokens', 'tokens/remove', { name: 'ada' });
    expect(await ada.page('/')).not.toContain('Sign out');
  });
});
