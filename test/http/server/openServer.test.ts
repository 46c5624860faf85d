import http, { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import express from 'express';
import { bornWith, openServer, serverLimits } from '../../../src/http/server/openServer';
import { createAdminApp } from '../../../src/http/admin/adminApp';

describe('bornWith', () => {
  it('makes instances that Express has nothing to change about', () => {
    const app = express();
    const Born = bornWith(IncomingMessage, app.request);
    const request = new Born(new Socket());
    expect(Object.getPrototypeOf(request)).toBe(app.request);
    expect(request).toBeInstanceOf(IncomingMessage);
  });

  it('leaves room for what Express and the gateway add, so that no request becomes a dictionary', () => {
    v8.setFlagsFromString('--allow-natives-syntax');
    const isFast = vm.runInThisContext('(object) => %HasFastProperties(object)') as (
      object: object,
    ) => boolean;
    expect(isFast({})).toBe(true); // compiled with its first call
    v8.setFlagsFromString('--no-allow-natives-syntax');
    const app = express();
    const Born = bornWith(IncomingMessage, app.request);
    const added = Object.fromEntries(['next', 'baseUrl', 'originalUrl', 'params'].map((name) => [name, '']));
    const mark = Symbol('attachment');
    for (let count = 0; count < 100; count += 1) {
      const request: object & { [mark]?: number } = Object.assign(new Born(new Socket()), added);
      request[mark] = count;
      expect(isFast(request)).toBe(true);
    }
  });

  it('is used for every request and response of a server', async () => {
    const edge = createAdminApp({ isReady: () => true, mappings: () => '', pages: {} });
    const seen = new Promise<[object, object]>((resolve) => {
      const listener: http.RequestListener = (request, response) => {
        resolve([request, response]);
        response.end();
      };
      const server = openServer({ ...edge, listener }, serverLimits, undefined);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        http.get({ port, host: '127.0.0.1', agent: false }, (answer) => {
          answer.resume();
          server.close();
        });
      });
    });
    const [request, response] = await seen;
    expect(Object.getPrototypeOf(request)).toBe(edge.app.request);
    expect(Object.getPrototypeOf(response)).toBe(edge.app.response);
    expect(response).toBeInstanceOf(ServerResponse);
  });
});
