import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import { ROOT } from './builtProgram.ts';

/** Unpacks Chromium with its libraries and fonts into the temporary folder of this process. */
async function unpack(): Promise<void> {
  await chromium.executablePath();
  await inflate(join(ROOT, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  // What comes with the fonts looks for them in /tmp.
  const fonts = '<fontconfig><dir prefix="relative">.</dir></fontconfig>';
  writeFileSync(join(tmpdir(), 'fonts', 'fonts.conf'), fonts);
}

void unpack();
