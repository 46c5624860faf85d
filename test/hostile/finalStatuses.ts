/** The status of every answer in what a connection gave, in their order; those that announce another (1xx) left out. */
export const finalStatuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((value) => value >= 200);
