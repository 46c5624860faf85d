import { createLifeboat } from '../../src/index.js';

describe('a program that moves stages', () => {
  it('waits for a second person to move a stage forward where the settings want two', async () => {
    const lifeboat = await createLifeboat({
      sandbox: true,
      environment: {},
      log: { level: 'silent' },
      sunset: '2099-01-01T00:00:00Z',
      cutover: { start: 'v1', approvals: 2 },
    });
    const askedTexts: string[] = [];
    lifeboat.events.on('asked', ({ text }) => askedTexts.push(text));
    const why = { reason: 'to compare' };
    expect(await lifeboat.stage('account', 'shadow', why)).toMatchObject({ ok: true, asked: true });
    // A request that a program hands on as it came.
    const handedOn = { ...why, approved: true, actor: 'program' };
    expect(await lifeboat.stage('account', 'shadow', handedOn)).toMatchObject({ ok: true, asked: true });
    expect(askedTexts.slice(0, 1)).toEqual([
      'account waits for a second person to move it to shadow (manual, program): to compare',
    ]);
    expect(await lifeboat.stage('account', 'v1', why)).toMatchObject({ ok: false, why: 'already' });
    await lifeboat.close();
  });
});
