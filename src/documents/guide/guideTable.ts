import { html, type Html } from '../html';

/** A row whose first cell names it. */
export const rowHtml = ([name, ...cells]: readonly (Html | string | readonly Html[])[]): Html =>
  html`<tr>
    <th scope="row">${name ?? ''}</th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr> `;

/** A table that can be scrolled with the keyboard where the page is narrow (WCAG 2.1.1). */
export const tableHtml = (
  { kind, caption, headings }: { kind: string; caption: string; headings: readonly string[] },
  rows: readonly Html[],
): Html | '' =>
  rows.length === 0
    ? ''
    : html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
        <table class="${kind}">
          <caption>
            ${caption}
          </caption>
          <thead>
            <tr>
              ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div> `;
