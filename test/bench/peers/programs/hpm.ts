import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware, fixRequestBody, responseInterceptor } from 'http-proxy-middleware';
import { serve } from './listenAndSay.ts';
import { mapAnswerText, mapPath, mapUpdate } from './mapping.ts';

/** http-proxy-middleware in stock Express: `/v2` as its README has it, `/v1` mapped by its `responseInterceptor`. */
const [, , target = ''] = process.argv;
const agent = new Agent({ keepAlive: true });
const app = express();
app.use(createProxyMiddleware({ target, changeOrigin: true, agent, pathFilter: '/v2' }));
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
    agent,
    pathRewrite: mapPath,
    selfHandleResponse: true,
    on: { proxyReq: fixRequestBody, proxyRes: (...parts) => void intercept(...parts) },
  }),
);
serve(app);
