import { execFile } from 'node:child_process';
import type { Environment } from '../../config';

/**
 * Sends the state of the service to systemd, where the unit asks for it (`Type=notify`). Node has no datagrams on Unix
 * sockets, so systemd's own `systemd-notify` sends it, and the unit needs `NotifyAccess=all`. Resolves once it is sent;
 * `failed` receives the reason when it cannot be.
 */
export function notifySystemd(
  state: 'ready' | 'stopping',
  environment: Environment,
  failed: (reason: string) => void,
): Promise<void> {
  const { NOTIFY_SOCKET, PATH } = environment;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return Promise.resolve();
  return new Promise((resolve) => {
    const env = { NOTIFY_SOCKET, PATH };
    execFile('systemd-notify', [`--${state}`], { env, timeout: 5_000 }, (error) => {
      if (error !== null) failed(`systemd was not notified (${state}): ${error.message}`);
      resolve();
    });
  });
}
