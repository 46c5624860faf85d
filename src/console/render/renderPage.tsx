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

/** Renders a page as a whole HTML document, complete without script. */
export function renderPage(page: Page): string {
  const isLive = page.view.screen !== 'signIn' && page.view.screen !== 'missing';
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titleOf(page)}</title>
        <link rel="icon" href="/console/assets/icon" />
        <link rel="stylesheet" href="/console/assets/style" />
        {isLive && <script type="module" src="/console/assets/browser" />}
      </head>
      <body>
        <div id="console">
          <Screen page={page} />
        </div>
      </body>
    </html>
  );
  return `<!doctype html>${render(document)}`;
}
