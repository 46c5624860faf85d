import { problems } from '../../src/gateway/problems.js';
import { upstreamLimits } from '../../src/http/upstream/upstreamLimits.js';
import { closeBehindTest } from '../support/closeBehindTest.ts';
import { misanswers } from '../support/misanswers.ts';
import { translatedMisbehaviours } from '../support/misbehaviours.ts';
import { allWell, pageScene, type Scene, scenes } from '../support/rehearsedUpstream.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import type { Script, ScriptedUpstream } from '../support/upstream.ts';

let upstream: ScriptedUpstream;
let gateway: StartedGateway;

/** Long enough for whatever is not meant to be slow, on a busy machine too. */
const PATIENT = 20_000;
const HASTY = 400;

/** Each connection is closed whatever went wrong on it, but those two at most that are kept for the next calls. */
async function expectQuiet(): Promise<void> {
  await upstream.quiet(2);
  await gateway.close();
  await upstream.quiet(0);
}

async function play(scene: Scene, script: Script, deadline: number): Promise<WireAnswer> {
  upstream = await scene.upstream(script);
  const environment = { LIFEBOAT_DEADLINES_REQUEST: String(deadline) };
  gateway = await startGateway({ v2: upstream.origin, environment });
  closeBehindTest(expectQuiet);
  return ask(gateway.origin, scene.request);
}

/** Checks the rules of every answer, whatever failed. */
function expectProblem(answer: WireAnswer, status: number): void {
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as { message: unknown };
  expect(Object.keys(body)).toEqual(status === 422 ? ['message', 'errors'] : ['message']);
  expect(typeof body.message).toBe('string');
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['x-request-id']).toHaveLength(36);
  expect(answer.wire).not.toMatch(/127\.0\.0\.1|nginx|secret|Exception|elsewhere|ECONN|undici/);
}

function expectSuccess(answer: WireAnswer, scene: Scene): void {
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toEqual(scene.gets);
}

/** Lists the texts of all problems of a status. */
const textsOf = (status: number): readonly string[] =>
  Object.values(problems)
    .filter((problem) => problem.status === status)
    .map(({ message }) => JSON.stringify({ message }));

const isListed = ({ call }: Scene): boolean => call === 'list' || call === 'page';

/** No write is sent twice; a read is, once more, when its connection ended before an answer. */
function expectCalls(scene: Scene, script: Script, endedEarly: boolean): void {
  const written = scene.call === 'write';
  const calls = upstream.requests.filter(
    // A write that v2 has acknowledged is followed by a read.
    ({ path, method }) => path.includes('?') === isListed(scene) && (method !== 'GET') === written,
  );
  const readWhole = script.connected === undefined && script.head === undefined;
  if (written && readWhole) expect(calls).toHaveLength(1);
  expect(calls.length).toBeLessThanOrEqual(scene.call !== 'write' && endedEarly ? 2 : 1);
}

describe.each([...scenes, pageScene])(
  'when the $call of a translated request meets an upstream that',
  (scene) => {
    it.each(translatedMisbehaviours)(
      '$name, the client gets the right answer',
      async ({ outcome, script }) => {
        const slow = outcome === 'timeout';
        const played = script(scene.good, upstreamLimits.bodyBytes);
        const answer = await play(scene, played, slow ? HASTY : PATIENT);

        if (outcome === 200) expectSuccess(answer, scene);
        else if (slow && scene.call === 'list') expect([503, 504]).toContain(answer.status);
        else expectProblem(answer, slow ? 504 : 502);
        if (outcome !== 200) expect(textsOf(answer.status)).toContain(answer.body);
        expectCalls(scene, played, outcome === 'reset');
        if (scene.call === 'write' && outcome !== 200)
          expect(answer.headers['x-lifeboat-ambiguous']).toBe('1');
      },
    );

    it.each(misanswers)('answers with $name, the client gets the right answer', async (misanswer) => {
      const { bytes, status, message, headers = {} } = misanswer;
      const script: Script = { request: (_request, socket) => socket.write(bytes(scene.good)) };
      const answer = await play(scene, script, PATIENT);

      const expected = status[scene.call === 'page' ? 'list' : scene.call];
      if (expected === 200) expectSuccess(answer, scene);
      else expectProblem(answer, expected);
      if (message !== undefined) expect(JSON.parse(answer.body)).toEqual({ message });
      expect(answer.headers).toMatchObject(headers);
      const isRefused = bytes(scene.good).toString().startsWith('HTTP/1.1 4');
      const mayBeExecuted = scene.call === 'write' && expected >= 500 && !isRefused;
      expect(answer.headers['x-lifeboat-ambiguous']).toBe(mayBeExecuted ? '1' : undefined);
      if (scene.call === 'write') expectCalls(scene, script, false);
    });

    it('refuses connections, the client gets 502, without the warning that a write may have happened', async () => {
      upstream = await scene.upstream(allWell);
      gateway = await startGateway({ v2: upstream.origin });
      if (scene.call === 'read') expectSuccess(await ask(gateway.origin, scene.request), scene);
      await upstream.close();
      const answer = await ask(gateway.origin, scene.request);
      expectProblem(answer, 502);
      expect(answer.headers).not.toHaveProperty('x-lifeboat-ambiguous');
    });

    it('resets as soon as it is connected, the client gets 502', async () => {
      const script: Script = { connected: (socket) => socket.resetAndDestroy() };
      expectProblem(await play(scene, script, PATIENT), 502);
      expectCalls(scene, script, true);
    });

    it('recovers, the next client gets the good answer', async () => {
      const resets: Script = { request: (_request, socket) => socket.resetAndDestroy() };
      expectProblem(await play(scene, resets, PATIENT), 502);
      upstream.play(allWell);
      expectSuccess(await ask(gateway.origin, scene.request), scene);
    });
  },
);
