import { readFileSync } from 'node:fs';
import { listenAndSay } from './listenAndSay';

/** The floor of a Node server: one text from memory, nothing else. */
const [, , file = ''] = process.argv;
const body = readFileSync(file);
const headers = { 'content-type': 'application/json', 'content-length': body.length };
listenAndSay((_request, response) => {
  response.writeHead(200, headers).end(body);
});
