import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware, fixRequestBody, responseInterceptor } from 'http-proxy-middleware';
import { listenAndSay } from './listenAndSay';
import { mapAnswerText, mapPath, mapUpdate } from './mapping';

/** The afternoon's work: http-proxy-middleware whose `responseInterceptor` does the mapping. */
const [, , target = ''] = process.argv;
const app = express();
app.use(express.json());
app.use((request, _response, next) => {
  if (request.method === 'PATCH') request.body = mapUpdate(request.body as Parameters<typeof mapUpdate>[0]);
  next();
});

const intercept = responseInterceptor<express.Request, express.Response>(
  (buffer, _proxyResponse, { originalUrl }) =>
    Promise.resolve(mapAnswerText(originalUrl, buffer.toString('utf8'))),
);

app.use(
  createProxyMiddleware<express.Request, express.Response>({
    target,
    changeOrigin: true,
    agent: new Agent({ keepAlive: true }),
    pathRewrite: mapPath,
    selfHandleResponse: true,
    on: {
      proxyReq: fixRequestBody,
      proxyRes: (...parts) => void intercept(...parts),
    },
  }),
);
listenAndSay(app);
