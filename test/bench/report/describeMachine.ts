import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { coresOf } from '../machine/cores';
import { loadTool } from '../load/loadTool';
import { isInstalled } from '../machine/isInstalled';
import { measuredVersion } from '../machine/measuredNode';

const versionOf = (name: string): string => {
  const file = join(__dirname, '..', '..', '..', 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
};

/** Describes what figures depend on next to the program. */
export function describeMachine() {
  return {
    date: new Date().toISOString(),
    node: measuredVersion(),
    processors: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`,
    memoryBytes: totalmem(),
    kernel: release(),
    pinned: { measured: coresOf('measured') ?? 'no', others: coresOf('others') ?? 'no' },
    loadTool: loadTool().name,
    upstream: isInstalled('nginx') ? 'nginx over files' : 'node:http',
    versions: Object.fromEntries(
      ['http-proxy-middleware', 'express', 'undici', 'fastify', '@fastify/http-proxy', 'autocannon'].map(
        (name) => [name, versionOf(name)],
      ),
    ),
  };
}
