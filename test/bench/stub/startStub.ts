import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../machine/isInstalled';
import { type Running, startProcess } from '../machine/startProcess';
import { buildProgram } from '../peers/buildProgram';
import { startNginx } from './startNginx';
import { type StubFiles, writeStubFiles } from './writeStubFiles';

/** A static file is no answer to a PATCH (405); as an error page it is, and nginx has read the body by then. */
const server = (folder: string): string => `
  root ${folder};
  location = /v2/account-offers { try_files /account-offers/page-$arg_page.json =404; }
  location = /v2/currency-offers { try_files /currency-offers/page-$arg_page.json =404; }
  location /v1/ { try_files $uri.json =404; }
  location ~ ^/v2/(account-offers|currency-offers)/(\\d+)$ {
    error_page 405 =200 /$1/$2.json;
    try_files /$1/$2.json =404;
  }
  location /bench/ { try_files $uri.json =404; }
`;

/** Starts the upstream that all are measured against: nginx over files, or a small Node server where it is missing. */
export async function startStub(files: StubFiles): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-stub-'));
  writeStubFiles(folder, files);
  const running = isInstalled('nginx')
    ? await startNginx({ seat: 'others', http: 'open_file_cache max=10000;', server: server(folder) })
    : await startProcess({ seat: 'others', command: [process.execPath, buildProgram('stub'), folder] });
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...running, stop };
}
