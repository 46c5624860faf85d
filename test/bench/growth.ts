import { createMatch } from '../../src/gateway/routes';
import type { Operation } from '../../src/mapping/compile/compiledOperation';
import { shippedResource } from '../support/shipped';
import { measure } from './measure';
import { renderTable } from './report/renderTable';

const COUNTS = [1, 10, 100, 1_000];
const RUNS = 500;

/** The operations of the currency offers as if there were so many resources of their kind, each by a path of its own. */
function operationsOf(resources: number): Operation[] {
  const { operations } = shippedResource('currency-offer');
  return Array.from({ length: resources }, (_, number) =>
    operations.map(({ operation }) => {
      const template = operation.v1.template.replace('/currency-offers', `/currency-offers-${number}`);
      return { ...operation, v1: { ...operation.v1, template } };
    }),
  ).flat();
}

/** Nanoseconds to find the operation of a request among those of 1 to 1,000 resources; the last one, and none. */
export function growth(write: (line: string) => void) {
  const found = COUNTS.map((resources) => {
    const match = createMatch(operationsOf(resources));
    const path = `/v1/currency-offers-${resources - 1}/7001`;
    return {
      resources,
      last: measure(() => match('PATCH', path), { runs: RUNS }),
      none: measure(() => match('PATCH', '/v1/nothing/7001'), { runs: RUNS }),
    };
  });
  write('finding the operation of a request');
  const rows = found.map(({ resources, last, none }) => [`${resources}`, last.toFixed(0), none.toFixed(0)]);
  for (const line of renderTable(['resources', 'last ns', 'none ns'], rows)) write(`  ${line}`);
  return found;
}
