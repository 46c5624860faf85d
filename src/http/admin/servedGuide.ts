import { createHash } from 'node:crypto';
import { guideHtml } from '../../documents/guide/guideHtml';
import { guideScript } from '../../documents/guide/guideScript';
import type { Guide } from '../../documents/guide/migrationGuide';

const HASH = `'sha256-${createHash('sha256').update(guideScript).digest('base64')}'`;

/** Content security policy of a served guide: its own style and script, and nothing else. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src ${HASH}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders a guide as a served page, with search and copy, which the file does not have. */
export const renderServedGuide = (guide: Guide): string =>
  guideHtml(guide, { text: guideScript, hash: HASH });
