import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response } from 'express';
import { Pool } from 'undici';
import { serve } from './listenAndSay.ts';
import {
  mapAccountText,
  mapCurrencyOfferText,
  mapListTexts,
  mapPath,
  mapUpdate,
  readPages,
} from './mapping.ts';

/** Express and undici as their READMEs have them, with the mapping written by hand. */
const [, , target = ''] = process.argv;
const pool = new Pool(target, { connections: 64 });
const app = express();

async function ask({ method, headers }: Request, path: string, body?: string): Promise<string> {
  const { authorization } = headers;
  const answer = await pool.request({
    method,
    path,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  return answer.body.text();
}

app.get('/v1/accounts/by-login/:login', async (request, response) => {
  response.type('json').send(mapAccountText(await ask(request, mapPath(request.originalUrl))));
});

app.get('/v1/currency-offers', async (request, response) => {
  const pages = await readPages(request.originalUrl, (path) => ask(request, path));
  response.type('json').send(mapListTexts(pages));
});

app.patch('/v1/currency-offers/:id', express.json(), async (request, response) => {
  const body = JSON.stringify(mapUpdate(request.body as Parameters<typeof mapUpdate>[0]));
  response.type('json').send(mapCurrencyOfferText(await ask(request, mapPath(request.originalUrl), body)));
});

app.use('/v2', async ({ method, originalUrl, headers }: Request, response: Response) => {
  const { accept, authorization } = headers;
  const answer = await pool.request({ method, path: originalUrl, headers: { accept, authorization } });
  response.writeHead(answer.statusCode, answer.headers);
  await pipeline(answer.body, response);
});

serve(app);
