import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pageScene, writeScene } from '../support/rehearsedUpstream.ts';
import { reply, type ScriptedUpstream, type SeenRequest, startUpstream } from '../support/upstream.ts';
import type { Dice } from './dice.ts';

/** Most time (ms) until what is said late comes. */
const LATEST_MS = 3;

/** Says a good answer badly. */
type Mischief = (socket: Socket, answer: string, dice: Dice) => void;

function say(socket: Socket, bytes: string): void {
  if (socket.writable) socket.write(bytes);
}

const sayLate = (socket: Socket, bytes: string, dice: Dice): void =>
  void setTimeout(() => say(socket, bytes), dice.roll(LATEST_MS + 1));

/** The beginning of an answer, at least a byte of it and never the whole. */
const partOf = (answer: string, dice: Dice): string => answer.slice(0, 1 + dice.roll(answer.length - 1));

async function sayByBytes(socket: Socket, answer: string): Promise<void> {
  for (const byte of answer.split('')) {
    say(socket, byte);
    await turn();
  }
}

const mischiefs: readonly [Mischief, ...Mischief[]] = [
  (socket, answer) => void sayByBytes(socket, answer),
  (socket, answer, dice) => {
    say(socket, answer);
    sayLate(socket, answer, dice);
  },
  (socket, answer, dice) => {
    say(socket, answer);
    sayLate(socket, dice.pick(['late', '\r\n\r\n', partOf(answer, dice), '0\r\n\r\n']), dice);
  },
  (socket, answer) => say(socket, answer + answer),
  (socket, answer, dice) => {
    say(socket, partOf(answer, dice));
    setImmediate(() => socket.resetAndDestroy());
  },
  (socket) => void socket.resetAndDestroy(),
  (socket, answer, dice) => void socket.end(partOf(answer, dice)),
  // Only the first line is garbled: no mark becomes that of another caller, and nothing is waited for.
  (socket, answer, dice) => {
    const at = dice.roll(answer.indexOf('\r\n'));
    say(socket, `${answer.slice(0, at)}${dice.pick(['\0', ':', ' ', '\r\n', '9'])}${answer.slice(at + 1)}`);
  },
];

/** Makes answers, each of whose descriptions is the key that has asked and the number of its request. */
function createMarker(): (seenRequest: SeenRequest) => string {
  const counts = new Map<string, number>();
  return ({ method, path, headers }) => {
    const key = headers['authorization'] ?? '';
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    const isList = method === 'GET' && path.includes('?');
    const good = isList ? pageScene.good : writeScene.good;
    return good.replaceAll(/"description":"[^"]*"/g, `"description":"<${key}|${number}>"`);
  };
}

/** Starts an upstream that says every fifth answer badly: split into bytes, twice, with more behind it, garbled or cut. */
export function startGarblingUpstream(dice: Dice): Promise<ScriptedUpstream> {
  const markedAnswer = createMarker();
  return startUpstream({
    request: (seenRequest, socket) => {
      const answer = reply(200, markedAnswer(seenRequest));
      if (dice.roll(5) > 0) say(socket, answer);
      else dice.pick(mischiefs)(socket, answer, dice);
    },
  });
}
