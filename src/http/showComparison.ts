import { Counter, type Registry } from 'prom-client';
import type { Account } from '../comparison/createAccounts';

/** Shows what became of every served request that its stage would have compared; operations and outcomes are few. */
export function showComparison(registry: Registry, accounts: () => ReadonlyMap<string, Account>): void {
  new Counter({
    name: 'lifeboat_comparisons_total',
    help: 'Served requests by what became of their comparison.',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [operation, { compared, notCompared }] of accounts()) {
        for (const [outcome, count] of Object.entries({ compared, ...notCompared })) {
          if (count > 0) this.inc({ operation, outcome }, count);
        }
      }
    },
  });
}
