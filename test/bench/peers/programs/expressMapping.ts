import express from 'express';
import { Pool } from 'undici';
import { listenAndSay } from './listenAndSay';
import { mapAccountText, mapCurrencyOfferText, mapListText, mapPath, mapUpdate } from './mapping';

/** Express and undici as their READMEs have them, with the mapping written by hand. */
const [, , target = ''] = process.argv;
const pool = new Pool(target, { connections: 64 });
const app = express();

app.get('/v1/accounts/by-login/:login', async ({ originalUrl, headers }, response) => {
  const { authorization } = headers;
  const answer = await pool.request({
    method: 'GET',
    path: mapPath(originalUrl),
    headers: { authorization },
  });
  response.type('json').send(mapAccountText(await answer.body.text()));
});

app.get('/v1/currency-offers', async ({ originalUrl, headers }, response) => {
  const { authorization } = headers;
  const answer = await pool.request({
    method: 'GET',
    path: mapPath(originalUrl),
    headers: { authorization },
  });
  response.type('json').send(mapListText(await answer.body.text()));
});

app.patch('/v1/currency-offers/:id', express.json(), async ({ originalUrl, headers, body }, response) => {
  const answer = await pool.request({
    method: 'PATCH',
    path: mapPath(originalUrl),
    headers: { authorization: headers.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(mapUpdate(body as Parameters<typeof mapUpdate>[0])),
  });
  response.type('json').send(mapCurrencyOfferText(await answer.body.text()));
});

listenAndSay(app);
