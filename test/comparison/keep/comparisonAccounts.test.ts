import { createAccounts, createClusterAccounts } from '../../../src/comparison/keep/comparisonAccounts';

describe('the accounts of several processes', () => {
  it('add up at every moment, with what was kept before', () => {
    const crew = createClusterAccounts(new Map([['read', new Map([['compared', 3] as const])]]));
    const [one, other] = [createAccounts(), createAccounts()];
    one.open('read')('compared');
    one.open('read');
    other.open('read')('queue_full');
    other.open('list')('v2_error');
    crew.tell(1, one.of());
    crew.tell(2, other.of());
    expect(crew.of().get('read')).toMatchObject({
      ...{ served: 6, pending: 1, compared: 4 },
      notCompared: { queue_full: 1, timeout: 0 },
    });
    expect(crew.ended()).toEqual(
      new Map([
        [
          'read',
          new Map([
            ['compared', 4],
            ['queue_full', 1],
          ]),
        ],
        ['list', new Map([['v2_error', 1]])],
      ]),
    );
  });

  it('count what was pending in a process that is gone as a timeout, and nothing twice', () => {
    const crew = createClusterAccounts(new Map());
    const accounts = createAccounts();
    accounts.open('read')('compared');
    accounts.open('read');
    crew.tell(1, accounts.of());
    crew.tell(1, accounts.of());
    crew.left(1);
    crew.left(1);
    expect(crew.of().get('read')).toMatchObject({
      ...{ served: 2, pending: 0, compared: 1 },
      notCompared: { timeout: 1 },
    });
  });
});
