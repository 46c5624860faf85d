import { createAccounts, createClusterAccounts } from '../../../src/comparison/keep/comparisonAccounts';

describe('the accounts of several processes', () => {
  it('add up at every moment, with what was kept before', () => {
    const accounts = createClusterAccounts(new Map([['read', new Map([['compared', 3] as const])]]));
    const [one, other] = [createAccounts(), createAccounts()];
    one.open('read')('compared');
    one.open('read');
    other.open('read')('queue_full');
    other.open('list')('v2_error');
    accounts.report(1, one.of());
    accounts.report(2, other.of());
    expect(accounts.of().get('read')).toMatchObject({
      ...{ served: 6, pending: 1, compared: 4 },
      notCompared: { queue_full: 1, timeout: 0 },
    });
    expect(accounts.ended()).toEqual(
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

  it('count what was pending in a process that has exited as a timeout, and nothing twice', () => {
    const accounts = createClusterAccounts(new Map());
    const one = createAccounts();
    one.open('read')('compared');
    one.open('read');
    accounts.report(1, one.of());
    accounts.report(1, one.of());
    accounts.left(1);
    accounts.left(1);
    expect(accounts.of().get('read')).toMatchObject({
      ...{ served: 2, pending: 0, compared: 1 },
      notCompared: { timeout: 1 },
    });
  });
});
