import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The variables a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Copies the environment, frozen and without a prototype: `toString` is no variable. Nothing else in the program reads it:
 * its functions are handed the variables that they need.
 */
export function environment(): Environment {
  return Object.freeze(Object.assign(Object.create(null) as NodeJS.ProcessEnv, process.env));
}

/** Returns the home folder of the user. Returns undefined for a user without one. */
function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/**
 * Returns the user's own folder for files that only save time (XDG Base Directory). Returns undefined where there is
 * none. A folder that all users share is no place for code.
 */
export function cacheFolder(
  { LOCALAPPDATA, XDG_CACHE_HOME }: Environment,
  platform: string,
): string | undefined {
  const home = homeFolder();
  const folders = platform === 'win32' ? [LOCALAPPDATA] : [XDG_CACHE_HOME, home && join(home, '.cache')];
  const folder = folders.find((name) => name !== undefined && isAbsolute(name));
  return folder && join(folder, 'lifeboat');
}
