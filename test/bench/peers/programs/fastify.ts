import { createRequire } from 'node:module';
import fastify, { type FastifyPluginCallback, type FastifyReply, type FastifyRequest } from 'fastify';
import { serve } from './listenAndSay.ts';
import { mapAnswerText, mapPath, mapUpdate } from './mapping.ts';

interface Hooks {
  readonly body?: unknown;
  readonly onResponse: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { readonly stream: AsyncIterable<Buffer> },
  ) => void;
}

/** What the plugin adds, which is installed with the benches only. */
interface Replying {
  readonly from: (path: string, hooks?: Hooks) => unknown;
}

/** Fastify with @fastify/reply-from as its README has it; its `onResponse` does the mapping. */
const [, , base = ''] = process.argv;
const PLUGIN = '@fastify/reply-from';
const replyFrom = createRequire(import.meta.filename)(PLUGIN) as FastifyPluginCallback<{
  readonly base: string;
}>;
const server = fastify();
void server.register(replyFrom, { base });

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const from = (reply: FastifyReply): Replying => reply as unknown as Replying;

server.all('/v2/*', (request, reply) => void from(reply).from(request.url));
server.all('/v1/*', ({ method, url, body }, reply) => {
  from(reply).from(mapPath(url), {
    ...(method === 'PATCH' ? { body: mapUpdate(body as Parameters<typeof mapUpdate>[0]) } : {}),
    onResponse: (_request, answering, { stream }) => {
      void textOf(stream).then((text) => {
        answering.removeHeader('content-length');
        return answering.send(mapAnswerText(url, text));
      });
    },
  });
});

void server.ready().then(() => serve((request, response) => server.routing(request, response)));
