import type { ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { listenAndSay } from './listenAndSay';
import { mapAccountText, mapPath } from './mapping';

/**
 * The floor of a gateway on node:http and undici: a read by login, its answer parsed and written anew, and nothing else:
 * no deadline, no limit, no log, no check. One object for a call, the shortest way into undici, one piece for an answer.
 */
class Call implements Dispatcher.DispatchHandler {
  private text = '';

  constructor(private readonly response: ServerResponse) {}

  onRequestStart(): void {
    // undici asks for it.
  }

  onResponseStart(): void {
    // The status is taken for granted.
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.text += chunk.toString('latin1');
  }

  onResponseEnd(): void {
    const { response } = this;
    const body = mapAccountText(this.text);
    response.writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length)]);
    response.socket?.cork();
    response.write(body, 'latin1');
    response.socket?.uncork();
    response.end();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.response.destroy(error);
  }
}

const [, , target = ''] = process.argv;
const pool = new Pool(target, { connections: 64 });

listenAndSay(({ url = '', headers: { authorization = '' } }, response) => {
  const headers = ['accept', 'application/json', 'authorization', authorization];
  pool.dispatch({ method: 'GET', path: mapPath(url), headers }, new Call(response));
});
