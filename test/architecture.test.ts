import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Module, readModules } from './support/readModules';
import { temporaryFolder } from './support/temporaryFolder';

const ROOT = join(__dirname, '..');

/** Which rooms a room may look into. Every arrow that is not here is a fault; the picture in the README is this table. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  translation: ['contract'],
  document: [],
  mapping: ['contract', 'translation', 'document'],
  laws: ['contract', 'translation', 'mapping'],
  mutation: ['contract', 'translation', 'document', 'mapping'],
  witness: ['contract', 'translation', 'mapping'],
  documents: ['contract', 'translation', 'mapping'],
  explanation: ['contract', 'translation', 'mapping'],
  drift: ['contract'],
  cutover: ['contract'],
  comparison: ['contract', 'translation', 'document', 'cutover'],
  learning: ['contract', 'translation', 'mapping', 'comparison'],
  gateway: ['cutover', 'contract', 'translation', 'mapping', 'document'],
  http: ['cutover', 'comparison', 'contract', 'translation', 'mapping', 'gateway'],
  store: [],
  sandbox: ['contract', 'store'],
  config: ['document'],
  // The composition root looks everywhere.
  cli: [],
};

/** Where a package may be used; a new one has to be entered here. */
const homes: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  '@date-fns/tz': ['cutover'],
  'date-fns': ['translation', 'gateway', 'cutover'],
  'fast-check': ['laws'],
  express: ['http', 'sandbox'],
  'fastest-levenshtein': ['document'],
  'http-proxy-middleware': ['http'],
  kysely: ['store', 'sandbox'],
  libsql: ['store'],
  'lossless-json': ['translation', 'comparison', 'sandbox'],
  'lru-cache': ['gateway', 'cutover'],
  pino: ['http', 'cli'],
  'pino-pretty': ['http'],
  'prom-client': ['http'],
  read: ['cli'],
  shlex: ['cli'],
  undici: ['http', 'sandbox'],
  yaml: ['document', 'config', 'gateway'],
  zod: [
    'contract',
    'document',
    'mapping',
    'documents',
    'drift',
    'witness',
    'cutover',
    'comparison',
    'gateway',
    'config',
    'sandbox',
    'cli',
  ],
};

/** Rooms that know nothing of the machine they run on. */
const PURE = ['contract', 'translation', 'documents', 'explanation'];

/** Rooms that may speak to a network. */
const EDGES = ['http', 'sandbox', 'cli'];

/** Files that implement a port to the world outside, each with what it reaches for. */
const ports: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['process.env'],
  'http/startServer.ts': ['.listen()'],
  'sandbox/http/serverLife.ts': ['.listen()'],
};

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

const modules = readModules(join(ROOT, 'src'));

const faults = (describe: (module: Module) => readonly string[]): string[] =>
  modules.flatMap((module) => describe(module).map((fault) => `${module.path}: ${fault}`));

describe('the house', () => {
  it('has only the rooms that are drawn', () => {
    const rooms = new Set(modules.map(({ room }) => room));
    expect([...rooms].filter((room) => !(room in arrows))).toEqual([]);
  });

  it('has imports that point one way', () => {
    const isDrawn = (from: string, to: string) =>
      from === to || from === 'cli' || (arrows[from] ?? []).includes(to);
    expect(
      faults(({ room, rooms }) =>
        rooms.filter((other) => !isDrawn(room, other)).map((other) => `-> ${other}`),
      ),
    ).toEqual([]);
  });

  it('uses each package in its own rooms only', () => {
    expect(
      faults(({ room, packages }) =>
        packages.filter((name) => !name.startsWith('node:') && !(homes[name] ?? []).includes(room)),
      ),
    ).toEqual([]);
  });

  it('uses no package that only developers have', () => {
    const { dependencies } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    const known = (name: string) => name.startsWith('node:') || name in dependencies;
    expect(faults(({ packages }) => packages.filter((name) => !known(name)))).toEqual([]);
  });

  it('keeps the machine out of the pure rooms and the network at the edges', () => {
    const network = /^node:(http|https|http2|net|tls|dns|dgram)$/;
    expect(
      faults(({ room, packages }) =>
        packages.filter(
          (name) =>
            (PURE.includes(room) && name.startsWith('node:')) ||
            (!EDGES.includes(room) && network.test(name)),
        ),
      ),
    ).toEqual([]);
  });

  it('asks for time, sockets and environment only in the composition root and in the ports named here', () => {
    expect(
      faults(({ path, room, reaches }) =>
        reaches.filter((reach) => {
          const root = room === 'cli' && reach !== 'process.env';
          return !root && !(ports[path] ?? []).includes(reach);
        }),
      ),
    ).toEqual([]);
  });

  it('exports by name, from where a thing is', () => {
    expect(
      faults(({ hasDefaultExport, passesOn }) => [
        ...(hasDefaultExport ? ['default export'] : []),
        ...(passesOn ? ['re-export'] : []),
      ]),
    ).toEqual([]);
  });

  it('has no file or folder whose name says nothing', () => {
    const nameless = /^(index\.ts|(\w*[a-z])?(utils?|helpers?|common|managers?)(\.ts)?)$/i;
    expect(faults(({ path }) => path.split('/').filter((name) => nameless.test(name)))).toEqual([]);
  });

  it('has nothing at the top level but what everyone looks for there', () => {
    const allowed = [
      'README.md',
      'mappings',
      'package-lock.json',
      'package.json',
      'src',
      'test',
      'tsconfig.json',
    ];
    // Made by the tools or by whoever tries the program; none of it is committed.
    const passing = ['node_modules', 'dist', 'coverage', 'lifeboat.yaml'];
    const found = readdirSync(ROOT).filter((name) => !name.startsWith('.') && !passing.includes(name));
    expect(found.filter((name) => !allowed.includes(name))).toEqual([]);
  });
});

describe('the reader of the house', () => {
  const folder = temporaryFolder();

  it('sees every way in which a file can break a rule', () => {
    mkdirSync(folder.path('gateway'));
    const text = `
      import type { App } from '../http/app';
      import express from 'express';
      export { other } from './other';
      export default class Worst {}
      const lazy = () => import('../cli/serve.js');
      const now = () => [Date.now(), new Date(), new Date(0), process.env['HOME'], server.listen(80)];
    `;
    writeFileSync(folder.path('gateway/worst.ts'), text);
    expect(readModules(folder.path('.'))).toEqual([
      {
        path: 'gateway/worst.ts',
        room: 'gateway',
        rooms: ['http', 'gateway', 'cli'],
        packages: ['express'],
        passesOn: true,
        hasDefaultExport: true,
        reaches: ['Date.now', 'new Date()', 'process.env', '.listen()'],
      },
    ]);
  });
});
