import { Pool } from 'undici';
import { listenAndSay } from './listenAndSay';

/** The upstream calls of a long list and nothing else: the first page, then the others four at a time. */
const [, , target = ''] = process.argv;
const PAGES = 20;
const WIDTH = 4;
const pool = new Pool(target, { connections: 64 });

async function read(page: number, authorization: string | undefined): Promise<void> {
  const path = `/v2/currency-offers?page=${page}&per_page=50&sort=id`;
  const answer = await pool.request({ method: 'GET', path, headers: { authorization } });
  await answer.body.arrayBuffer();
}

async function readAll(authorization: string | undefined): Promise<void> {
  await read(1, authorization);
  let next = 2;
  const lane = async (): Promise<void> => {
    while (next <= PAGES) await read(next++, authorization);
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

listenAndSay((request, response) => {
  void readAll(request.headers.authorization).then(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
});
