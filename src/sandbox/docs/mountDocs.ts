import { createHash } from 'node:crypto';
import type { Express } from 'express';
import type { Operation } from '../http/operation';
import { ok } from '../http/reply';
import { sendReply } from '../http/sendReply';
import { openApiDocument } from '../openApi/openApiDocument';
import { docsPage } from './docsPage';
import { pageStyle } from './pageStyle';

const TITLE = 'Marketplace Seller API';

/** The page may use its own style and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/** Serves the documents of both versions and the page that shows them; nobody needs a key to read them. */
export function mountDocs(app: Express, operations: readonly Operation[]): void {
  const ofVersion = (version: string) => operations.filter((operation) => operation.version === version);
  const documents = [
    { path: '/openapi.json', title: TITLE, operations },
    { path: '/v1/openapi.json', title: `${TITLE} v1`, operations: ofVersion('v1') },
    { path: '/v2/openapi.json', title: `${TITLE} v2`, operations: ofVersion('v2') },
  ];
  for (const { path, ...subject } of documents) {
    app.get(path, (_request, response) => sendReply(response, ok(openApiDocument(subject))));
  }
  app.get('/docs', (_request, response) => {
    response.set('content-security-policy', POLICY).type('html').send(docsPage(TITLE, operations));
  });
}
