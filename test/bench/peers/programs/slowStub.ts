import { createServer } from 'node:http';
import { listenAndSay } from './listenAndSay.ts';

/** An upstream that takes so long (ms) for every answer, as one across a network does. */
const [, , answer = '{}', pause = '0'] = process.argv;

listenAndSay(
  createServer((request, response) => {
    request.resume();
    const say = () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer),
      });
      response.end(answer);
    };
    if (pause === '0') say();
    else setTimeout(say, Number(pause));
  }),
);
