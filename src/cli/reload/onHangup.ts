/** Runs an action on every SIGHUP, which would end the process otherwise; the returned function gives it up. */
export function onHangup(action: () => void): () => void {
  process.on('SIGHUP', action);
  return () => void process.off('SIGHUP', action);
}
