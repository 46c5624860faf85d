import type { AlarmCondition } from '../../../src/cutover/alarms';
import { createAlarms } from '../../../src/cutover/alarms';
import type { NewsPart } from '../../../src/cutover/stages/memberNews';
import { shareAlarms } from '../../../src/runtime/stores/sharedAlarms';

const away: AlarmCondition = { kind: 'away v2', severity: 'critical', subject: '*', text: 'v2 is away' };

/** The alarms of a process that shares its store with another, which is alive or not. */
function sharing(isLive: () => boolean) {
  const alarms = createAlarms(Date.now, () => undefined);
  let newsPart: NewsPart<unknown> | undefined;
  const member = { startedAt: 0, beatAt: 0, obeys: 0, secret: '', serves: true, leads: false };
  const own = shareAlarms(
    {
      alarms,
      members: () => [
        { ...member, id: 'own', name: 'host 1', live: true },
        { ...member, id: 'other', name: 'host 2', live: isLive() },
      ],
      share: (_name, givenNewsPart) => (newsPart = givenNewsPart as NewsPart<unknown>),
    },
    { now: Date.now },
  );
  const news = (): NewsPart<unknown> => {
    if (newsPart === undefined) throw new Error('nothing is shared');
    return newsPart;
  };
  return { own, news, texts: () => alarms.current().map(({ text }) => text) };
}

describe('alarms of processes that share a store', () => {
  it('are those of this process, and of other living ones', () => {
    let isLive = true;
    const { own, news, texts } = sharing(() => isLive);
    own.take('v2', [away]);
    expect([texts(), news().take()]).toMatchObject([['v2 is away'], [away]]);
    own.take('v2', []);
    news().fold([away], 'other', false);
    expect(texts()).toEqual(['v2 is away (at host 2)']);
    isLive = false;
    expect(texts()).toEqual([]);
  });

  it('end with their cause, even after an outage of the store', () => {
    const { own, news, texts } = sharing(() => true);
    own.take('v2', [away]);
    const sent = news().take();
    news().fold(sent, 'own', true);
    own.take('v2', []);
    expect(texts()).toEqual([]);
  });
});
