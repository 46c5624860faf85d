import { html, type Html } from './html';
import { pageStyle } from './pageStyle';

/** What a page is made of; its style stands after the one that all pages share. */
export interface PageParts {
  readonly title: string;
  readonly style: Html;
  readonly body: Html;
}

/** The page may load nothing and run nothing, whatever a mapping or an answer holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** An HTML page that needs nothing else: no network, no script, fit to be printed. */
export const page = ({ title, style, body }: PageParts): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${pageStyle}${style}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
