#!/usr/bin/env node
import module from 'node:module';
import type * as commandLine from './cli/main';

const OLDEST_NODE = [22, 19] as const;

/** True for a Node that the program and its packages run on (package.json, `engines`). */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

if (isSupported(process.versions.node)) {
  module.enableCompileCache();
  process.setSourceMapsEnabled(true);
  // Loaded only now: an older Node cannot load it, and what is loaded before is not in the cache.
  // oxlint-disable-next-line typescript/no-require-imports
  const { main } = require('./cli/main') as typeof commandLine;
  void main(process.argv);
} else {
  process.stderr.write(
    `lifeboat needs Node ${OLDEST_NODE.join('.')} or later, and this is Node ${process.versions.node}: install Node 24\n`,
  );
  process.exitCode = 1;
}
