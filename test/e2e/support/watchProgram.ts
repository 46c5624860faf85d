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

/**
 * Prints how many parts of Node's own undici the ready gateway has loaded, the size of V8's young generation (MB): then,
 * and when much was made since; and the members of the object of process.nextTick that is kept.
 */
export const MEMORY = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const size = () =>
    getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size / 2 ** 20;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => {
    const ready = size();
    const parts = process.moduleLoadList.filter((name) => name.includes('deps/undici'));
    const made = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    const kept = Object.keys(process.mainModule.tick ?? {});
    write([parts.length, ready, made.length && size(), kept].join(' '), () => process.exit());
  };
`;
