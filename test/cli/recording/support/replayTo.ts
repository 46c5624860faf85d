import { exitCodeOf } from '../../../../src/cli/command.js';
import { replayRecording, type ReplayOptions } from '../../../../src/cli/recording/replayRecording.js';
import type { Terminal } from '../../../../src/cli/terminal.js';
import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';

/** Plays a recording to a marketplace, or to the target in `changes`, as fast as possible. */
export const replayTo =
  ({ origin, keys }: Pick<Sandbox, 'origin' | 'keys'>) =>
  (
    file: string,
    changes: Partial<ReplayOptions>,
    terminal: Terminal,
    cancel = new AbortController().signal,
  ) => {
    const options = { file, against: origin, keyEnv: 'MY_KEY', rate: 1_000, ...changes };
    return exitCodeOf(
      () => replayRecording(options, { environment: { MY_KEY: keys.v2 }, terminal }, cancel),
      terminal,
    );
  };
