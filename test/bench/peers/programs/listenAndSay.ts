import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import pino from 'pino';
import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';

/** Listens on a free port and prints where, for the bench that has started the program. */
export function listenAndSay(server: Server): void {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) {
      process.stdout.write(`ready http://127.0.0.1:${address.port}\n`);
    }
  });
  process.once('SIGTERM', () => process.exit(0));
}

const routeOf = (url = '/'): string => /^\/v\d\/[a-z-]+(?:\/by-login)?/.exec(url)?.[0] ?? 'other';

/** Serves with what every gateway has to do beside: a line of log and metrics for each request. */
export function serve(listener: RequestListener): void {
  const log = pino(pino.destination({ dest: 2, sync: false, minLength: 4_096 }));
  collectDefaultMetrics();
  const labelNames = ['method', 'route', 'status'];
  const count = new Counter({ name: 'requests_total', help: 'Requests.', labelNames });
  const duration = new Histogram({ name: 'request_seconds', help: 'Their time.', labelNames });
  const watch = ({ method = '', url }: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    response.once('finish', () => {
      const [route, ms] = [routeOf(url), performance.now() - began];
      const labels = { method, route, status: String(response.statusCode) };
      count.inc(labels);
      duration.observe(labels, ms / 1_000);
      log.info({ ...labels, ms }, 'answered');
    });
  };
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      void register.metrics().then((text) => response.end(text));
      return;
    }
    watch(request, response);
    listener(request, response);
  });
  listenAndSay(server);
}
