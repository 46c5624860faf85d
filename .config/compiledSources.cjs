'use strict';

/* Loaded before the sources that a thread runs, in the place of tsx: takes what the setup of jest has compiled. */

const Module = require('node:module');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '..');

Module._extensions['.ts'] = (module, file) => {
  const compiled = join('node_modules', '.cache', 'lifeboat', relative(ROOT, file).replace(/ts$/, 'js'));
  module.exports = require(join(ROOT, compiled));
};
