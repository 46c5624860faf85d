import { html, type Html } from '../html';
import { page } from '../page';
import type { GeneralRow, Guide, GuideChapter } from './guide';
import { chapterHtml, kindHtml } from './guideChapter';
import { codeHtml, phraseHtml } from './guidePhrase';
import { guideStyle } from './guideStyle';
import { rowHtml, tableHtml } from './guideTable';

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
