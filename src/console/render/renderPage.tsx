import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Page } from '../consoleData';
import { Screen, titleOf } from '../screen';

/** Content security policy of the console: nothing inline runs. */
export const CONSOLE_POLICY = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders a whole HTML document. */
export const renderMarkup = (title: string, head: ComponentChildren, body: ComponentChildren): string =>
  `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {head}
      </head>
      <body>{body}</body>
    </html>,
  )}`;

/** Renders a page as a whole HTML document, complete without script. */
export const renderPage = (page: Page): string =>
  renderMarkup(
    titleOf(page),
    <>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/console/assets/icon" />
      <link rel="stylesheet" href="/console/assets/style" />
      {page.view.screen !== 'signIn' && page.view.screen !== 'missing' && (
        <script type="module" src="/console/assets/browser" />
      )}
    </>,
    <div id="console">
      <Screen page={page} />
    </div>,
  );
