import { html, type Html, page } from '../htmlPage';
import {
  type GeneralRow,
  type Guide,
  type GuideChapter,
  type GuideExample,
  type GuideExchange,
  type GuideOperation,
  type GuideRow,
  type Phrase,
  spans,
} from './migrationGuide';
import { guideStyle } from './guideStyle';

const exchange = ({ request, body, status, answer }: GuideExchange): Html =>
  html`<pre>${request}${body === undefined ? '' : `\n\n${body}`}</pre>
    <p class="soft">answers ${status}</p>
    <pre>${answer}</pre> `;

/** The same work in v1 and in v2, side by side where there is room. */
const guideExample = ({ name, v1, v2 }: GuideExample): Html =>
  html`<h4>Example: ${name}</h4>
    <div class="sides">
      <div>
        <h5>In v1</h5>
        ${exchange(v1)}
      </div>
      <div>
        <h5>In v2</h5>
        ${v2.map(exchange)}
      </div>
    </div> `;

/** Code within a line. */
const codeHtml = (text: string): Html => html`<code>${text}</code>`;

/** Phrases as one line of markup. */
const phraseHtml = (...phrases: readonly Phrase[]): readonly Html[] =>
  spans(phrases.join(' ')).map((span) => (span.code ? codeHtml(span.text) : html`${span.text}`));

/** A row whose first cell names it. */
const rowHtml = ([name, ...cells]: readonly (Html | string | readonly Html[])[]): Html =>
  html`<tr>
    <th scope="row">${name ?? ''}</th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr> `;

/** A table that can be scrolled with the keyboard where the page is narrow (WCAG 2.1.1). */
const tableHtml = (
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

/** How much of a value survives, as a word with a colour. */
const kindHtml = (name: string): Html => html`<span class="kind ${name}">${name}</span>`;

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
function chapterHtml({ anchor, title, operations, reads, news }: GuideChapter): Html {
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

const link = (anchor: string, text: string): Html => html`<li><a href="#${anchor}">${text}</a></li>`;

const contents = (chapters: readonly GuideChapter[]): Html =>
  html`<nav aria-label="Contents">
    <ul>
      ${link('general', 'For every operation')}
      ${chapters.map(
        ({ anchor, title, operations }) =>
          html`<li>
            <a href="#${anchor}">${title}</a>
            <ul>
              ${link(`${anchor}-fields`, 'What you read')}
              ${operations.map((one) => link(one.anchor, one.title))}
            </ul>
          </li> `,
      )}
    </ul>
  </nav> `;

const generalRow = ({ topic, v1, v2, difference }: GeneralRow): Html =>
  rowHtml([topic, phraseHtml(v1), phraseHtml(v2), phraseHtml(difference)]);

const everywhere = {
  kind: 'general',
  caption: 'What changes everywhere',
  headings: ['About', 'In v1', 'In v2', 'The difference'],
};

const title = ({ version, hash }: Guide): Html =>
  html`<header>
    <h1>From API v1 to API v2</h1>
    <p class="soft">Written by Lifeboat ${version} from the mappings ${codeHtml(hash)}.</p>
  </header>`;

const introduction = html`<p>
    For each operation and field: what you send and read in v1, what it is in v2, and the difference. A number
    in brackets is a section of the API’s specification; what is called observed was seen in the live service.
  </p>
  <dl class="kinds">
    <dt>${kindHtml('exact')}</dt>
    <dd>the same value</dd>
    <dt>${kindHtml('converted')}</dt>
    <dd>the same value, written differently</dd>
    <dt>${kindHtml('guessed')}</dt>
    <dd>made from a hint in v2</dd>
    <dt>${kindHtml('synthesized')}</dt>
    <dd>made from nothing, where v2 has nothing</dd>
    <dt>${kindHtml('lost')}</dt>
    <dd>sent in v1, and v2 has no place for it</dd>
  </dl> `;

/** The migration guide as one page. */
export function guideHtml(guide: Guide): string {
  const { general, chapters } = guide;
  const body = html`<a class="skip" href="#content">Skip to the content</a>
    <div class="page">
      ${title(guide)} ${contents(chapters)}
      <main id="content">
        ${introduction}
        <h2 id="general">For every operation</h2>
        ${tableHtml(everywhere, general.map(generalRow))} ${chapters.map(chapterHtml)}
      </main>
    </div>`;
  return page({ title: 'From API v1 to API v2', style: guideStyle, body });
}
