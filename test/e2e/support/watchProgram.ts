/** Prints whether V8 has rejected what was compiled before. */
export const REJECTED = `
  const vm = require('node:vm');
  vm.Script = class extends vm.Script {
    constructor(...given) {
      super(...given);
      console.log('rejected: ' + this.cachedDataRejected);
    }
  };
`;

/** Prints the size of V8's young generation (MB) when the gateway is ready, and when much was made since. */
export const YOUNG = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const size = () =>
    getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size / 2 ** 20;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => {
    const ready = size();
    const made = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    write(ready + ' ' + (made.length && size()), () => process.exit());
  };
`;
