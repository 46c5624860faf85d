/** How a command ended: done, failed, or called in a way that makes no sense. */
export type ExitCode = 0 | 1 | 2;
