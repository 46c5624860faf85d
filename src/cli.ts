#!/usr/bin/env node
import module from 'node:module';
import { isSupportedNode, SUPPORTED_NODE } from './cli/doctor/supportedNode';
import { exitCodes } from './cli/exitCodes';
import type * as commandLine from './cli/program';
import { cacheFolder, environment } from './config';

if (isSupportedNode(process.versions.node)) {
  // Without a word when it cannot be written; NODE_COMPILE_CACHE has set its own folder before.
  const cache = cacheFolder(environment(), process.platform);
  if (cache !== undefined) module.enableCompileCache(cache);
  process.setSourceMapsEnabled(true);
  // Loaded only now: an older Node cannot load it, and what is loaded before is not in the cache.
  // oxlint-disable-next-line typescript/no-require-imports
  const { main } = require('./cli/program') as typeof commandLine;
  void main(process.argv);
} else {
  process.stderr.write(
    `lifeboat needs Node ${SUPPORTED_NODE}, and this is Node ${process.versions.node}: install Node 24\n`,
  );
  process.exitCode = exitCodes(process.argv).failed;
}
