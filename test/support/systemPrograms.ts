import { spawnSync } from 'node:child_process';

/** Programs that no npm package brings, each with a command that ends with 0 where the program is there. */
const commands = {
  bash: ['bash', '--version'],
  curl: ['curl', '--version'],
  fish: ['fish', '--version'],
  prlimit: ['prlimit', '--version'],
  php: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  'python requests': ['python3', '-c', 'import requests'],
  'systemd-analyze': ['systemd-analyze', '--version'],
  zsh: ['zsh', '--version'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** A program that tests may need of the system. */
export type SystemProgram = keyof typeof commands;

function isMissing(program: SystemProgram): boolean {
  const [command, ...words] = commands[program];
  return spawnSync(command, words, { stdio: 'ignore' }).status !== 0;
}

/** Returns the programs that are not installed, whose tests are left out. */
export const missingPrograms = (): readonly SystemProgram[] =>
  (Object.keys(commands) as SystemProgram[]).filter(isMissing);

/** Returns `it` where a program is installed, else what leaves the test out: `npm test` names the program at its end. */
export const itWith = (program: SystemProgram): jest.It => (isMissing(program) ? it.skip : it);
