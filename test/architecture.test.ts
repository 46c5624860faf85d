import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Module, readModules } from './support/readModules.ts';
import { temporaryFolder } from './support/temporaryFolder.ts';

const ROOT = join(import.meta.dirname, '..');

/** Rooms that a room may import from. Any other arrow is a fault; the picture in src/README.md is this table. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  // Shows what the operator's table gives, and runs in the browser too.
  console: ['operator'],
  mapping: ['contract'],
  cutover: ['contract'],
  drift: ['contract'],
  documents: ['contract', 'mapping'],
  gateway: ['contract', 'mapping', 'cutover'],
  comparison: ['contract', 'mapping', 'cutover'],
  usage: ['contract', 'mapping', 'cutover', 'documents'],
  // Implements the ports of the four.
  store: ['cutover', 'gateway', 'comparison', 'usage'],
  proof: ['contract', 'mapping', 'gateway', 'comparison'],
  operator: ['contract', 'cutover', 'gateway', 'comparison', 'drift', 'usage'],
  http: ['contract', 'mapping', 'cutover', 'gateway', 'documents', 'usage', 'console', 'operator'],
  shadow: ['contract', 'mapping', 'cutover', 'gateway', 'comparison', 'http'],
  sandbox: ['contract', 'documents', 'store'],
  config: ['mapping'],
  runtime: [
    ...['contract', 'store', 'mapping', 'cutover', 'drift', 'documents', 'gateway', 'comparison', 'proof'],
    ...['http', 'shadow', 'sandbox', 'config', 'usage', 'console', 'operator'],
  ],
  // What programs import; the commands, which look everywhere, use it too.
  index: ['contract', 'mapping', 'config', 'runtime'],
  cli: [],
};

/** Rooms in which a package may be used; a new one has to be entered here. */
const homes: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  '@date-fns/tz': ['cutover'],
  '@opentelemetry/api': ['http'],
  'date-fns': ['mapping', 'gateway', 'cutover'],
  diff: ['comparison'],
  'fast-check': ['proof'],
  express: ['http', 'shadow', 'sandbox'],
  'fastest-levenshtein': ['mapping'],
  'http-proxy-middleware': ['http'],
  kysely: ['store', 'sandbox'],
  pg: ['store'],
  'lru-cache': ['gateway', 'cutover', 'http'],
  'markdown-it': ['documents'],
  nodemailer: ['http'],
  pino: ['http', 'runtime'],
  'pino-pretty': ['http'],
  piscina: ['comparison', 'runtime'],
  preact: ['console', 'documents', 'cli'],
  'preact-render-to-string': ['console', 'documents', 'cli'],
  'prom-client': ['http', 'shadow'],
  undici: ['http', 'sandbox'],
  yaml: ['mapping', 'config', 'gateway'],
  zod: [
    ...['contract', 'mapping', 'documents', 'drift', 'proof', 'cutover', 'comparison', 'gateway', 'config'],
    ...['sandbox', 'usage', 'http', 'cli', 'operator', 'runtime', 'console'],
  ],
};

/** Folders that know nothing of the machine they run on. */
const PURE = ['contract/', 'documents/', 'mapping/codecs/', 'mapping/translate/', 'mapping/explain/'];

/** Rooms that may speak to a network. */
const EDGES = ['http', 'shadow', 'sandbox', 'runtime', 'index', 'cli'];

/** Rooms that put everything together, and may ask for the time. */
const ROOTS = ['runtime', 'index', 'cli'];

/** Shelves of `http/`, each of which may use those before it; what stands on none of them uses all. */
const SHELVES = ['upstream', 'server', 'passThrough', 'observability', 'admin'];

/** Finds the place of a file of `http/` among its shelves; behind them all where it stands on none. */
const shelfOf = (path: string): number => {
  const index = SHELVES.findIndex((shelf) => path.startsWith(`http/${shelf}/`));
  return index < 0 ? SHELVES.length : index;
};

/** Lines of one file, blank lines and comments too, and names that one folder shows. */
const LONGEST_FILE = 250;
const FULLEST_FOLDER = 20;

/** Files that implement a port to the world outside, each with what it reaches for. */
const ports: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['process.env'],
  'http/server/startServer.ts': ['.listen()'],
  'sandbox/startSandbox.ts': ['.listen()'],
};

const versions = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: versions });

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
        rooms.filter((nextText) => !isDrawn(room, nextText)).map((nextText) => `-> ${nextText}`),
      ),
    ).toEqual([]);
  });

  it('has arrows between the shelves of http that never run back up', () => {
    expect(
      faults(({ path, room, imports }) =>
        imports.filter(
          (nextText) => room === 'http' && nextText.startsWith('http/') && shelfOf(nextText) > shelfOf(path),
        ),
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
    const isKnown = (name: string) => name.startsWith('node:') || name in dependencies;
    expect(faults(({ packages }) => packages.filter((name) => !isKnown(name)))).toEqual([]);
  });

  it('keeps the machine out of the pure folders and the network at the edges', () => {
    const network = /^node:(http|https|http2|net|tls|dns|dgram)$/;
    expect(
      faults(({ path, room, packages }) =>
        packages.filter(
          (name) =>
            (PURE.some((folder) => path.startsWith(folder)) && name.startsWith('node:')) ||
            (!EDGES.includes(room) && network.test(name)),
        ),
      ),
    ).toEqual([]);
  });

  it('asks for time, sockets and environment only in the composition root and in the ports named here', () => {
    expect(
      faults(({ path, room, reaches }) =>
        reaches.filter((reach) => {
          const isRoot = ROOTS.includes(room) && reach !== 'process.env';
          return !isRoot && !(ports[path] ?? []).includes(reach);
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

  it('has no circle', () => {
    const imports = new Map(modules.map(({ path, imports: ownTexts }) => [path, ownTexts]));
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (path: string, texts: readonly string[]): void => {
      if (texts.includes(path)) circles.push([...texts.slice(texts.indexOf(path)), path].join(' -> '));
      if (texts.includes(path) || done.has(path)) return;
      for (const next of imports.get(path) ?? []) follow(next, [...texts, path]);
      done.add(path);
    };
    for (const path of imports.keys()) follow(path, []);
    expect(circles).toEqual([]);
  });

  it('has each file name once', () => {
    const names = modules.map(({ path }) => basename(path));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('exports each name from one file', () => {
    const files = new Map<string, readonly string[]>();
    for (const { path, exported } of modules) {
      for (const name of exported) files.set(name, [...(files.get(name) ?? []), path]);
    }
    expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('exports no type or component whose name is a bare participle', () => {
    // A feed is a noun, and `Composed` stands in the library's declarations; `Printed` is the last of its kind.
    const kept = ['Feed', 'Composed', 'Printed'];
    const isBare = (name: string) => /^[A-Z][a-z]+ed$/.test(name) && !kept.includes(name);
    expect(faults(({ exported }) => exported.filter(isBare))).toEqual([]);
  });

  it('leaves the words of the shipped pair of APIs to its mappings and contracts, its sandbox and examples', () => {
    const SHOP = ['sandbox/', 'contract/v1/', 'contract/v2/', 'contract/contracts.ts', 'cli/sandbox/'];
    const PLAYED = ['cli/serve/', 'cli/examples.ts', 'runtime/admin/sandboxFaults.ts'];
    const words = /(?:account|item|currency)-?(?:offer|order)|gift-?card|\bsellers?\b|Marketplace Seller/i;
    const statedModules = modules
      .filter(({ path }) => ![...SHOP, ...PLAYED].some((location) => path.startsWith(location)))
      .filter(({ path }) => {
        const text = readFileSync(join(ROOT, 'src', path), 'utf8');
        return words.test(text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, ''));
      });
    expect(statedModules.map(({ path }) => path)).toEqual([]);
  });

  it('shows at most 20 names in a folder and 250 lines in a file', () => {
    const folders = new Map<string, Set<string>>();
    for (const { path } of modules) {
      for (let inner = path; inner !== '.'; inner = dirname(inner)) {
        const folder = dirname(inner);
        folders.set(folder, (folders.get(folder) ?? new Set()).add(inner));
      }
    }
    // The rooms themselves are drawn above.
    folders.delete('.');
    expect([...folders].filter(([, names]) => names.size > FULLEST_FOLDER).map(([name]) => name)).toEqual([]);
    expect(modules.filter(({ lines }) => lines > LONGEST_FILE).map(({ path }) => path)).toEqual([]);
  });

  it('has no file or folder whose name says nothing', () => {
    const nameless = /^(index\.ts|(\w*[a-z])?(utils?|helpers?|common|managers?)(\.ts)?)$/i;
    // The entry of a package has this name everywhere.
    const named = modules.filter(({ path }) => path !== 'index.ts');
    expect(named.filter(({ path }) => path.split('/').some((name) => nameless.test(name)))).toEqual([]);
  });

  it('has nothing at the top level but what everyone looks for there', () => {
    const allowed = [
      'LICENSE',
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
    const foundTexts = readdirSync(ROOT).filter((name) => !name.startsWith('.') && !passing.includes(name));
    expect(foundTexts.filter((name) => !allowed.includes(name))).toEqual([]);
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
      export const now = () => [Date.now(), new Date(), new Date(0), process.env['HOME'], server.listen(80)];
      export function later(at: Date): Date;
      export function later(at?: Date): Date | undefined {}
    `;
    writeFileSync(folder.path('gateway/worst.ts'), text);
    expect(readModules(folder.path('.'))).toEqual([
      {
        path: 'gateway/worst.ts',
        room: 'gateway',
        rooms: ['http', 'gateway', 'cli'],
        imports: ['http/app.ts', 'gateway/other.ts', 'cli/serve.ts'],
        lines: 9,
        packages: ['express'],
        passesOn: true,
        hasDefaultExport: true,
        exported: ['Worst', 'now', 'later'],
        reaches: ['Date.now', 'new Date()', 'process.env', '.listen()'],
      },
    ]);
  });
});
