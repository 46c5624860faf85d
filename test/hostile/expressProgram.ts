import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createLifeboat } from '../../src/index';

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a shop's Express program with the gateway in it, as README.md shows; prints where it listens, as `serve --json` does. */
async function main(): Promise<void> {
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
