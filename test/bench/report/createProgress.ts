/** Shows how far a bench is: one line on a terminal, nothing where nobody looks. */
export interface Progress {
  readonly show: (line: string) => void;
  readonly clear: () => void;
}

const ERASE = '\r\u001b[2K';

/** Progress goes to stderr, so that figures can be piped. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (line) => void stream.write(`${ERASE}${line}`),
    clear: () => void stream.write(ERASE),
  };
}
