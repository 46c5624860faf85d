import { readFileSync, writeFileSync } from 'node:fs';
import { importRecording } from '../../../../src/cli/recording/importRecording.js';
import { replayRecording, type ReplayOptions } from '../../../../src/cli/recording/replayRecording.js';
import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../../../sandbox/support/openSandbox.ts';
import { ranText, recordingTerminal } from '../../../support/recordingTerminal.ts';
import { ask } from '../../../support/talk.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** The ids of the exchanges in a recording. */
export const idsIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);

/** Makes the entry of a HAR file of v1's own answer, with a secret in every place that has one. */
async function harEntry({ origin, keys }: Sandbox, path: string) {
  const answer = await ask(origin, { path, headers: { Authorization: `Bearer ${keys.v1}` } });
  return {
    startedDateTime: '2025-10-01T00:00:00.000Z',
    request: { method: 'GET', url: `https://shop.example${path}`, headers: [] },
    response: {
      status: answer.status,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { text: Buffer.from(answer.body, 'latin1').toString() },
    },
  };
}

/** Opens a marketplace for the tests of a file, with a folder for recordings of its v1 and replays to its v2. */
export function replayRoom() {
  const folder = temporaryFolder();
  let opened: Sandbox | undefined;
  beforeAll(async () => {
    opened = await openSandbox();
  });
  const sandbox = (): Sandbox => {
    if (opened === undefined) throw new Error('the marketplace opens before the first test');
    return opened;
  };
  const har = async (...paths: readonly string[]): Promise<string> => {
    const entries = await Promise.all(paths.map((path) => harEntry(sandbox(), path)));
    return JSON.stringify({ log: { version: '1.2', entries } });
  };
  /** Imports a HAR file or other exchanges; returns the recording. */
  const imported = async (text: string): Promise<string> => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, text);
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    return file;
  };
  return {
    folder,
    sandbox,
    har,
    imported,
    offer: (): string => `/v1/currency-offers/${sandbox().sampleCurrencyOfferId}`,
    login: (): string => `/v1/accounts/by-login/${encodeURIComponent(sandbox().sampleLogin)}`,
    /** Records what v1 answers at these paths; returns the recording. */
    record: async (...paths: readonly string[]): Promise<string> => imported(await har(...paths)),
    /** Plays a recording to the marketplace, or to the target in `changes`, as fast as possible. */
    replay: (
      file: string,
      changes: Partial<ReplayOptions> = {},
      cancel = new AbortController().signal,
    ): ReturnType<typeof ranText> => {
      const { origin, keys } = sandbox();
      const options = { file, against: origin, keyEnv: 'MY_KEY', rate: 1_000, ...changes };
      const environment = { MY_KEY: keys.v2 };
      return ranText((terminal) => replayRecording(options, { environment, terminal }, cancel));
    },
  };
}
