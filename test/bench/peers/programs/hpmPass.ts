import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { listenAndSay } from './listenAndSay';

/** The yardstick: http-proxy-middleware as its README has it, with the keep-alive agent that its recipes advise. */
const [, , target = ''] = process.argv;
const app = express();
app.use(createProxyMiddleware({ target, changeOrigin: true, agent: new Agent({ keepAlive: true }) }));
listenAndSay(app);
