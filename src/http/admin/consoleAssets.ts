import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { icon, stylesheet } from '../../console/render/stylesheet';

/** Packages of which the browser loads modules. */
const packaged = {
  preact: ['preact', 'dist/preact.module.js'],
  'preact-jsx-runtime': ['preact', 'jsx-runtime/dist/jsxRuntime.module.js'],
} as const;

const SCRIPT = 'text/javascript; charset=utf-8';

/** The console's own modules, compiled for the browser: their folder as seen from this file, and from a bundle of all. */
const BROWSER =
  [join(__dirname, '..', '..', 'browser'), join(__dirname, '..', 'browser')].find(existsSync) ?? '';

async function readAsset(
  name: string,
): Promise<{ readonly type: string; readonly body: string } | undefined> {
  if (name === 'style') return { type: 'text/css; charset=utf-8', body: stylesheet };
  if (name === 'icon') return { type: 'image/svg+xml', body: icon };
  if (Object.hasOwn(packaged, name)) {
    const [of, file] = packaged[name as keyof typeof packaged];
    const folder = dirname(require.resolve(`${of}/package.json`));
    return { type: SCRIPT, body: await readFile(join(folder, file), 'utf8') };
  }
  // Letters only: nothing that could leave the folder.
  if (!/^[a-zA-Z]+$/.test(name)) return undefined;
  const body = await readFile(join(BROWSER, `${name}.js`), 'utf8').catch(() => undefined);
  return body === undefined ? undefined : { type: SCRIPT, body };
}

/** Answers the console's scripts and styles. Nobody has to sign in for them: they hold no data. */
export const assets: RequestHandler<{ name: string }> = async (request, response, next) => {
  const asset = await readAsset(request.params.name);
  if (asset === undefined) {
    next();
    return;
  }
  response.set('cache-control', 'no-cache').type(asset.type).send(asset.body);
};
