#!/usr/bin/env node
'use strict';

/*
 * Starts the bundled program with the code that V8 compiled when it was built, if this is the same V8: that of a serving
 * gateway, or the third of it that any other command needs, as taking it costs time.
 */

const { createHook } = require('node:async_hooks');
const { readFileSync, existsSync } = require('node:fs');
const { wrap } = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');

// undici's parser is WebAssembly, for which V8 makes faster code after the first answer: 0.3 s of the processor, for which
// a command that would end waits. With this budget it makes it after some 300 answers, which a command never gets.
// Set before the program is read: V8 takes compiled code under the flags of its making only.
setFlagsFromString('--wasm-tiering-budget=2000000000');

const isServing = ['serve', 'worker'].includes(process.argv[2]);
const filename = join(__dirname, 'program.js');
const compiled = join(__dirname, isServing ? 'program.compiled' : 'command.compiled');
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
// The bundle is ASCII: Node reads a text of UTF-8 in parts of 8 KB, one of Latin-1 at once.
const script = new vm.Script(wrap(readFileSync(filename, 'latin1')), { filename, cachedData });

// Most of what a start makes stays: a young generation that grows for it, to 32 MB, collects little and is not given
// back while nobody calls. A gateway lets it grow when it is ready (`growForLoad`). Set after the code was compiled, which
// V8 takes under the flags of its making only.
if (isServing) setFlagsFromString('--semi-space-growth-factor=1');

const major = Number.parseInt(process.versions.node, 10);
if (isServing && major >= 24) {
  // A compiler for code that is warm: its code and what it keeps take 35 MB, and what runs for long is no faster for it.
  setFlagsFromString('--no-maglev');
  // Where objects have lived, V8 makes further ones old at once: a burst of connections does that to the streams of
  // requests, and whatever these refer to is then kept until the next full collection, three times a second.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
// Eight seconds after the last request V8 would collect as if memory were short, and with it nearly all compiled code: the
// next requests would take three times as long. It collects then, and keeps the code. Node 26 does not know the word.
if (isServing && major === 24) setFlagsFromString('--no-memory-reducer-favors-memory');
// V8 forgets the shape of the objects that process.nextTick makes when a full collection finds none of them; from then on
// each takes 250 ns in place of 30, and a passed request makes 18. One that is kept keeps the shape.
if (isServing) {
  const keep = (_id, type, _trigger, tick) => {
    if (type === 'TickObject') module.tick = tick;
  };
  const hook = createHook({ init: keep, trackPromises: false }).enable();
  process.nextTick(() => {});
  hook.disable();
}
script.runInThisContext()(exports, require, module, filename, __dirname);
