'use strict';

/* Loaded before the bundled program: writes what V8 has compiled of it by the first message, and ends. */

const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');

let program;
vm.Script = class extends vm.Script {
  constructor(...options) {
    super(...options);
    program = this;
  }
};
process.once('message', (file) => {
  // The program sets this flag when it runs; compiled code is taken under the flags of its making only.
  setFlagsFromString('--heap-growing-percent=0');
  writeFileSync(file, program.createCachedData());
  process.exit();
});
// One that has failed ends, one that is done waits for the message.
process.channel.unref();
process.once('beforeExit', () => process.exitCode || process.channel.ref());
