'use strict';

/* Loaded before the bundled program: writes what V8 has compiled of it by the first message, and ends. */

const { writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

let program;
vm.Script = class extends vm.Script {
  constructor(...options) {
    super(...options);
    program = this;
  }
};
// Flags that the program turns off when it runs are turned on again: compiled code is taken under the flags of its making only.
const undoing = ['--heap-growing-percent=0'];
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  if (flag.startsWith('--no-')) undoing.push(flag.replace('--no-', '--'));
  setFlagsFromString(flag);
};
process.once('message', (file) => {
  undoing.forEach(setFlagsFromString);
  writeFileSync(file, program.createCachedData());
  process.exit();
});
// One that has failed ends, one that is done waits for the message.
process.channel.unref();
process.once('beforeExit', () => process.exitCode || process.channel.ref());
