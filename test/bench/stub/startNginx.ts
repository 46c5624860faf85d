import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seat } from '../machine/cores.ts';
import { freePort } from '../machine/freePort.ts';
import { endProcess, type Running, spawnPinned } from '../machine/startProcess.ts';
import { untilReachable } from '../machine/untilReachable.ts';

/** An nginx with one worker. */
export interface NginxPlan {
  readonly seat: Seat;
  /** Lines of the main context, such as modules to load. */
  readonly main?: string;
  /** Lines of the http context. */
  readonly http: string;
  /** Lines of the only server. */
  readonly server: string;
}

/** nginx writes what it spools under its prefix; nothing of it may need a folder of the system. */
const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path spool_${name};`)
  .join('\n');

const configuration = ({ main = '', http, server }: NginxPlan, port: number): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid nginx.pid;
error_log stderr error;
${main}
events { worker_connections 16384; }
http {
  ${spools}
  default_type application/json;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  client_body_buffer_size 64k;
  ${http}
  server {
    listen 127.0.0.1:${port} backlog=16384;
    ${server}
  }
}
`;

/** Starts nginx on a free port, in a folder of its own. */
export async function startNginx(plan: NginxPlan): Promise<Running> {
  const prefix = mkdtempSync(join(tmpdir(), 'lifeboat-nginx-'));
  mkdirSync(join(prefix, 'logs'));
  const port = await freePort();
  const file = join(prefix, 'nginx.conf');
  writeFileSync(file, configuration(plan, port));
  const words = ['-p', prefix, '-c', file, '-e', 'stderr', '-g', 'daemon off;'];
  const child = spawnPinned({ seat: plan.seat, command: ['nginx', ...words] });
  if (child.pid === undefined) throw new Error('nginx does not start');
  await untilReachable(port);
  const stop = async (): Promise<void> => {
    await endProcess(child);
    rmSync(prefix, { recursive: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  return { pid: child.pid, origin, announced: origin, stop };
}
