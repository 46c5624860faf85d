import { main } from '../../src/cli/program';

/** Gives a member of an object another value until the returned function is called. */
function replace(owner: object, name: string, value: unknown): () => void {
  const former = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (former === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, former);
  };
}

/**
 * Runs a command of `lifeboat` to its end in this process, in a folder and with no variables but the given ones. A
 * process of its own takes half a second of the processor's time: `runCli` is for what only that shows.
 */
export async function runHere(
  words: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly stdout: readonly string[]; readonly stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const restores = (['stdout', 'stderr'] as const).map((name) =>
    replace(process[name], 'write', (text: string) => {
      printed[name] += text;
      return true;
    }),
  );
  for (const stream of [process.stdin, process.stdout, process.stderr])
    restores.push(replace(stream, 'isTTY', false));
  restores.push(replace(process, 'env', { PATH: process.env['PATH'], ...options.environment }));
  const folder = process.cwd();
  const watchers = process.stdout.listeners('error');
  process.chdir(options.cwd);
  try {
    await main(['node', 'lifeboat', ...words]);
    const stdout = printed.stdout.split('\n').slice(0, -1);
    return { code: Number(process.exitCode), stdout, stderr: printed.stderr };
  } finally {
    process.exitCode = undefined;
    process.chdir(folder);
    for (const restore of restores) restore();
    for (const watch of process.stdout.listeners('error'))
      if (!watchers.includes(watch)) process.stdout.off('error', watch as () => void);
  }
}
