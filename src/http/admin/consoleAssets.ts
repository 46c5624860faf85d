import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { icon, stylesheet } from '../../console/render/stylesheet';

/** Reads the console's program for the browser, which `npm run build` makes from its components. */
const readProgram = (): Promise<string> =>
  readFile(join(__dirname, '..', '..', '..', 'dist', 'browser.js'), 'utf8');

type Asset = readonly [type: string, body: string | Promise<string>];

const assetsByName: ReadonlyMap<string, () => Asset> = new Map<string, () => Asset>([
  ['style', () => ['text/css; charset=utf-8', stylesheet]],
  ['icon', () => ['image/svg+xml', icon]],
  ['browser', () => ['text/javascript; charset=utf-8', readProgram()]],
]);

/** Answers the console's script and style without signing in: they hold no data. */
export const assets: RequestHandler<{ name: string }> = async (request, response, next) => {
  const asset = assetsByName.get(request.params.name)?.();
  if (asset === undefined) {
    next();
    return;
  }
  const [type, body] = asset;
  response
    .set('cache-control', 'no-cache')
    .type(type)
    .send(await body);
};
