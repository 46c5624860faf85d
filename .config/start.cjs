#!/usr/bin/env node
'use strict';

/* Starts the bundled program with the code that V8 compiled when it was built, if this is the same V8. */

const { readFileSync, existsSync } = require('node:fs');
const { wrap } = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');

const filename = join(__dirname, 'program.js');
const compiled = join(__dirname, 'program.compiled');
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new vm.Script(wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);
