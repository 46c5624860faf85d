/** A signal that a process may get. */
type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK';

/** Differences between the operating systems that Lifeboat runs on. */
export interface Platform {
  /** Signals that ask to stop: from a keyboard, from a service manager, or because the window is closed. */
  readonly stops: readonly Signal[];
  /** Signal that asks to reload the files. It is undefined where there is none. */
  readonly reloads: Signal | undefined;
  /** True if the mode of a file says who may read it. */
  readonly hasModes: boolean;
  /** Returns the command that leaves a file readable by its owner only. */
  readonly protect: (file: string) => string;
}

const quotePath = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;

/** Linux, macOS and their relatives (POSIX.1-2017). */
const posix: Platform = {
  stops: ['SIGINT', 'SIGTERM'],
  reloads: 'SIGHUP',
  hasModes: true,
  protect: (file) => `chmod 600 ${quotePath(file)}`,
};

/**
 * Windows: access lists instead of modes. Ctrl-Break has its own signal, and a closed window sends SIGHUP some seconds
 * before the process ends (https://nodejs.org/api/process.html#signal-events).
 */
const windows: Platform = {
  stops: ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'],
  reloads: undefined,
  hasModes: false,
  protect: (file) => `icacls "${file}" /inheritance:r /grant:r "%USERNAME%:F"`,
};

/** Describes an operating system by its name in Node, e.g. `linux`, `darwin` or `win32`. */
export const platformOf = (name: string): Platform => (name === 'win32' ? windows : posix);
