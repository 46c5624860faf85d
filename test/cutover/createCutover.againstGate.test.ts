import { openTestCutover } from './support/openTestCutover';

describe('a resource with a failing gate', () => {
  it('is released by force, and log and notice name the missing conditions', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'v2' });
    expect(cutover.notices.at(-1)?.text).toMatch(
      /^offer moved from v1 to v2, against the gate \(manual, ada\): test \[undecided: 0 of 0 compared requests/,
    );
    const change = (kind: 'kill' | 'release') =>
      cutover.change({ resource: 'offer', change: { kind }, actor: 'ada', reason: 'tried', force: true });
    await change('kill');
    await change('release');
    expect(cutover.events().at(-1)).toMatchObject({
      change: { kind: 'release' },
      evidence: expect.arrayContaining([expect.stringMatching(/^undecided: /)]) as unknown,
    });
    expect(cutover.notices.at(-1)?.text).toMatch(
      /^offer is released, against the gate \(manual, ada\): tried \[undecided: /,
    );
  });

  it('is released without a word of the gate if v1 goes on to answer', async () => {
    const cutover = await openTestCutover();
    for (const kind of ['kill', 'release'] as const)
      await cutover.change({ resource: 'offer', change: { kind }, actor: 'ada', reason: 'tried' });
    expect(cutover.events().at(-1)).toMatchObject({ change: { kind: 'release' }, evidence: [] });
    expect(cutover.notices.at(-1)?.text).toBe('offer is released (manual, ada): tried');
  });
});
