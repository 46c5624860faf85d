import http, { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { bornWith } from '../../src/http/bornWith';
import { createAdminApp } from '../../src/http/createAdminApp';
import { openServer } from '../../src/http/openServer';
import { serverLimits } from '../../src/http/serverLimits';

describe('bornWith', () => {
  it('makes instances that Express has nothing to change about', () => {
    const app = express();
    const Born = bornWith(IncomingMessage, app.request);
    const request = new Born(new Socket());
    expect(Object.getPrototypeOf(request)).toBe(app.request);
    expect(request).toBeInstanceOf(IncomingMessage);
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
