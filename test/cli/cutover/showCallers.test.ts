import { clientLines } from '../../../src/cli/cutover/clientCommands.js';
import { showEntry } from '../../../src/cli/operatorClient.js';
import { clientEntries } from '../../../src/operator/clientEntries.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { ran } from '../../support/recordingTerminal.ts';

const SHOP = 'aaaa11111111';

async function openStory() {
  const cutover = await openTestCutover();
  await cutover.moveTo({ kind: 'canary', percent: 100 });
  const askedEntry = { resource: 'offer', operation: 'readOffer', side: 'v2', because: 'inCanary' } as const;
  for (const caller of [SHOP, SHOP, 'bbbb22222222'])
    cutover.served({ ...askedEntry, caller, failed: false, signature: '200', milliseconds: 5 });
  const { origin: admin } = await openAdminPort(cutover);
  const entry = { admin };
  const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };
  return {
    show: (resource: string | undefined, json = false) =>
      ran((terminal) => {
        const asking = { place: { ...entry, json }, environment, terminal };
        return showEntry(clientEntries.list, { resource }, asking, (clients) =>
          clientLines(clients, resource !== undefined),
        );
      }),
    label: (askedText: string, name?: string) =>
      ran((terminal) =>
        showEntry(clientEntries.label, { caller: askedText, name }, { place: entry, environment, terminal }),
      ),
  };
}

describe('the callers of a running gateway', () => {
  it('are shown with name, side and requests, and named by the beginning of a fingerprint', async () => {
    const { show, label } = await openStory();
    expect(await label('aaaa', 'shop')).toEqual({ code: 0, out: [`${SHOP} is called shop`], err: [] });
    expect((await show('offer')).out).toEqual([
      'caller               side  v1  v2  latest                    why',
      'shop (aaaa11111111)  v2    0   2   2025-10-01T00:00:00.000Z  the caller is in the canary',
      'bbbb22222222         v2    0   1   2025-10-01T00:00:00.000Z  the caller is in the canary',
    ]);
    expect((await show(undefined)).out).toEqual([
      'caller               requests  latest                    resources',
      'shop (aaaa11111111)  2         2025-10-01T00:00:00.000Z  offer',
      'bbbb22222222         1         2025-10-01T00:00:00.000Z  offer',
    ]);
    expect(JSON.parse((await show('offer', true)).out.join(''))).toMatchObject([{ name: 'shop' }, {}]);
    expect((await label('shop')).out).toEqual([`${SHOP} has no label any more`]);
    expect(JSON.parse((await show(undefined, true)).out.join(''))).toEqual([
      expect.not.objectContaining({ name: 'shop' }),
      expect.anything(),
    ]);
  });

  it('are not shown for an unknown resource, caller or name, with the reason', async () => {
    const { show, label } = await openStory();
    expect(await show('ofer')).toEqual({
      code: 1,
      out: [],
      err: [`no resource ofer; there are: offer\n  = hint: did you mean "offer"?`],
    });
    expect(await label('shop', 'x')).toMatchObject({
      code: 1,
      err: [expect.stringMatching('no caller shop')],
    });
    expect(await label('aaaa', 'ada@example.com')).toMatchObject({
      code: 1,
      err: ['a name is up to 40 letters, digits and any of . _ -'],
    });
  });
});
