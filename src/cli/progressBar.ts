const WIDTH = 30;

/** A bar on a terminal that shows how far a task is; nothing where nobody looks on. */
export function progressBar(task: string, interactive: boolean): (done: number, total: number) => void {
  if (!interactive) return () => undefined;
  return (done, total) => {
    const filled = Math.round((done / total) * WIDTH);
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
    process.stderr.write(`\r${task} [${bar}] ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}
