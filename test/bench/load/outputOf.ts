import { once } from 'node:events';
import { spawnPinned } from '../machine/startProcess.ts';

/** Runs a command next to what is measured and gives what it printed; throws when it fails. */
export async function outputOf(command: readonly string[]): Promise<string> {
  const child = spawnPinned({ seat: 'others', command });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  return output;
}
