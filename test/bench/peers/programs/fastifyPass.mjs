import proxy from '@fastify/http-proxy';
import fastify from 'fastify';

/** @fastify/http-proxy as its README has it. */
const [, , upstream = ''] = process.argv;
const server = fastify({ keepAliveTimeout: 60_000 });
// oxlint-disable-next-line typescript/no-unsafe-argument -- installed with the benches only
void server.register(proxy, { upstream });
void server
  .listen({ host: '127.0.0.1', port: 0 })
  .then((address) => process.stdout.write(`ready ${address}\n`));
process.once('SIGTERM', () => process.exit(0));
