import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listenAndSay } from './listenAndSay';

/** The upstream without nginx: the same files by the same paths, read once. */
const [, , folder = '.'] = process.argv;
const bodies = new Map<string, Buffer | undefined>();

function fileOf(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://stub');
  const path = pathname.replace(/^\/v2\//, '/');
  return searchParams.has('page') ? `${path}/page-${searchParams.get('page') ?? ''}.json` : `${path}.json`;
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, file));
  } catch {
    return undefined;
  }
}

const server = createServer((request, response) => {
  const target = request.url ?? '/';
  if (!bodies.has(target)) bodies.set(target, read(fileOf(target)));
  const body = bodies.get(target);
  request.resume();
  request.once('end', () => {
    const headers = { 'content-type': 'application/json', 'content-length': body?.length ?? 0 };
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
});
listenAndSay(server);
