import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../../../sandbox/support/openSandbox.ts';
import { harOf } from './harOf.ts';
import { replayTo } from './replayTo.ts';

/** Opens a marketplace for the tests of a file, with HAR files of its v1 and replays to its v2. */
export function replayRoom() {
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  const opened = (): Sandbox => {
    if (sandbox === undefined) throw new Error('the marketplace opens before the first test');
    return sandbox;
  };
  const replay: ReturnType<typeof replayTo> = (...words) => replayTo(opened())(...words);
  const har = (...paths: readonly string[]) => harOf(opened(), ...paths);
  return { sandbox: opened, replay, har };
}
