import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy } from '../../../../src/cli/deploy/deployCommand.js';
import { recordingTerminal } from '../../../support/recordingTerminal.ts';
import type { temporaryFolder } from '../../../support/temporaryFolder.ts';

export const DEPLOYED_SECRET = 'not-in-any-file-of-these-0123456789';
export const DEPLOYED_SETTINGS = `upstream: { v2: v2.shop.example }
listen: { port: 8085 }
admin: { token: ${DEPLOYED_SECRET} }
index: { secret: ${DEPLOYED_SECRET} }
`;
export const DEPLOYED_DATABASE = `store: postgres://shop:${DEPLOYED_SECRET}@db.example/boat\n`;

/** Writes the files of a kind into a folder; returns where each of them is. */
export const writeDeployed =
  (folder: ReturnType<typeof temporaryFolder>) =>
  (kind: Parameters<typeof deploy>[0]['kind'], settings = DEPLOYED_SETTINGS): ((name: string) => string) => {
    const config = folder.path('lifeboat.yaml');
    writeFileSync(config, settings);
    const out = folder.path('out');
    const options = { config, out, force: false, json: false };
    expect(deploy({ ...options, kind }, { environment: {}, terminal: recordingTerminal() })).toBe(0);
    return (name) => join(out, name);
  };
