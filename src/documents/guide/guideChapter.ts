import { html, type Html } from '../html';
import type { GuideChapter, GuideOperation, GuideRow } from './guide';
import { guideExample } from './guideExample';
import { codeHtml, phraseHtml } from './guidePhrase';
import { rowHtml, tableHtml } from './guideTable';

/** How much of a value survives, as a word with a colour. */
export const kindHtml = (name: string): Html => html`<span class="kind ${name}">${name}</span>`;

const nothing = html`<span class="soft">nothing</span>`;

const fieldRow = ({ v1, v2, class: lossClass, difference }: GuideRow): Html =>
  rowHtml([
    codeHtml(v1),
    v2 === undefined ? nothing : codeHtml(v2),
    kindHtml(lossClass ?? 'lost'),
    phraseHtml(...difference),
  ]);

const fieldTable = (verb: string, caption: string, rows: readonly GuideRow[]): Html | '' =>
  tableHtml(
    { kind: 'fields', caption, headings: [verb, 'In v2', 'Kind', 'The difference'] },
    rows.map(fieldRow),
  );

const operationHtml = ({ anchor, title, v1, v2, notes, sends, reads, example }: GuideOperation): Html =>
  html`<section aria-labelledby="${anchor}">
    <h3 id="${anchor}">${title}</h3>
    <dl class="route">
      <dt>v1</dt>
      <dd>${codeHtml(v1)}</dd>
      <dt>v2</dt>
      <dd>${codeHtml(v2)}</dd>
    </dl>
    ${notes.map((note) => html`<p>${phraseHtml(note)}</p>`)}
    ${fieldTable('You send', `What you send: ${title}`, sends)}
    ${fieldTable('You read', `What you read: ${title}`, reads)}
    ${example === undefined ? '' : guideExample(example)}
  </section> `;

const operationRow = ({ anchor, title, v1, v2 }: GuideOperation): Html =>
  rowHtml([html`<a href="#${anchor}">${title}</a>`, codeHtml(v1), codeHtml(v2)]);

/** One resource: its operations at a glance, every field a client reads, then each operation. */
export function chapterHtml({ anchor, title, operations, reads, news }: GuideChapter): Html {
  const glance = { kind: 'glance', caption: `Operations: ${title}`, headings: ['To', 'In v1', 'In v2'] };
  const beyond = {
    kind: 'fields',
    caption: `What v2 shows beyond v1: ${title}`,
    headings: ['Field', 'Why v1 has none'],
  };
  return html`<section aria-labelledby="${anchor}">
    <h2 id="${anchor}">${title}</h2>
    ${tableHtml(glance, operations.map(operationRow))}
    <h3 id="${anchor}-fields">What you read</h3>
    <p>Names stand below <code>data.attributes</code> in v1 and below <code>data</code> in v2.</p>
    ${fieldTable('You read', `What you read: ${title}`, reads)}
    ${tableHtml(
      beyond,
      news.map(({ field, reason }) => rowHtml([codeHtml(field), phraseHtml(reason)])),
    )}
    ${operations.map(operationHtml)}
  </section> `;
}
