import type { Socket } from 'node:net';
import { goodOf } from '../hostile/goodOf';
import { pageScene } from '../support/rehearsedUpstream';
import { reply, startUpstream, type SeenRequest } from '../support/upstream';

/** Answers that are followed by another one, and most time (ms) until it comes. */
const SHARE = 0.05;
const MOST = 3;

/** An upstream, in a process of its own, that says some answers twice, each marked with its key and its number. */
const counts = new Map<string, number>();

function answerOf({ method, path, headers }: SeenRequest): string {
  const key = headers['authorization'] ?? '';
  const number = (counts.get(key) ?? 0) + 1;
  counts.set(key, number);
  const isList = method === 'GET' && path.includes('?');
  const good = isList ? pageScene.good : goodOf('write');
  return good.replaceAll(/"description":"[^"]*"/g, `"description":"<${key}|${number}>"`);
}

function say(socket: Socket, answer: string): void {
  socket.write(answer);
  if (Math.random() < SHARE) setTimeout(() => socket.write(answer), Math.random() * MOST);
}

void startUpstream({ request: (seen, socket) => say(socket, reply(200, answerOf(seen))) }).then(
  ({ origin }) => process.send?.(origin),
);
