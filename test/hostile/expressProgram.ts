import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../src/index.js';
import { PROGRAM } from '../support/builtProgram.ts';

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a shop's Express program with the gateway in it, as README.md shows; prints where it listens, as `serve --json` does. */
async function main(): Promise<void> {
  // The built package: of its sources a module that is loaded late would start a compiler as a further process.
  const library = pathToFileURL(join(dirname(PROGRAM), 'index.js')).href;
  const { createLifeboat } = (await import(library)) as typeof Library;
  const lifeboat = await createLifeboat();
  const app = express();
  app.use(lifeboat.middleware);
  app.use('/v2', (request, response) => {
    request.url = request.originalUrl;
    lifeboat.listener(request, response);
  });
  app.get('/orders', (_request, response) => void response.json({ from: 'the shop' }));
  console.log(JSON.stringify({ gateway: await listen(app), admin: await listen(lifeboat.admin) }));
}

void main();
