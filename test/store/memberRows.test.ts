import { LISTED_MS } from '../../src/cutover/members/memberStore';
import { openWholeStore } from '../../src/store/wholeStore';
import { isServerUrl } from '../../src/config/postgresUrl';
import { realClock } from '../support/realClock';
import { describeStores, storeAt } from './support/places';

const me = { id: 'a', name: 'host 1', secret: 's', serves: true, obeys: 0, acts: true };

describeStores('the members of a store', (newStore) => {
  it('learn of each other when one of them has written', async () => {
    const place = storeAt(await newStore());
    const [ownStore, nextOwnStore] = [await openWholeStore(place), await openWholeStore(place)];
    let stop = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      stop = nextOwnStore.members.watch(resolve, { clock: realClock, isNeeded: () => true });
    });
    await ownStore.members.beat(me, 0);
    await ownStore.members.leave('a');
    await heard;
    stop();
    for (const { close } of [ownStore, nextOwnStore]) await close();
  });

  it('are listed until they have been silent for a minute', async () => {
    const name = await newStore();
    const { members, close } = await openWholeStore(storeAt(name));
    const { now } = await members.beat(me, 1_000);
    const listed = async (at: number) => (await members.list(at)).members.map(({ id }) => id);
    expect(await listed(now)).toEqual(['a']);
    // A server has a clock of its own.
    if (!isServerUrl(name)) {
      expect(await listed(now + LISTED_MS - 1)).toEqual(['a']);
      expect(await listed(now + LISTED_MS)).toEqual([]);
    }
    await close();
  });
});
