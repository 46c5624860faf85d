import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '../machine/startProcess.ts';
import { startNginx } from './startNginx.ts';
import { writeStubFiles } from './writeStubFiles.ts';

/** A static file is no answer to a PATCH (405); as an error page it is, and nginx has read the body by then. */
const server = (folder: string): string => `
  root ${folder};
  location = /v2/account-offers { try_files /account-offers/page-$arg_page.json =404; }
  location = /v2/currency-offers { try_files /currency-offers/page-$arg_page.json =404; }
  location ~ ^/v2/(account-offers|currency-offers)/(\\d+)$ {
    error_page 405 =200 /$1/$2.json;
    try_files /$1/$2.json =404;
  }
  location / { try_files $uri $uri.json =404; }
`;

/** Starts the upstream that all are measured against: nginx over files. */
export async function startStub(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-stub-'));
  writeStubFiles(folder);
  const http = 'access_log off; open_file_cache max=10000;';
  const running = await startNginx({ seat: 'others', http, server: server(folder) });
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...running, stop };
}
