import createMarkdown, { type RendererRule } from 'markdown-it';
import { html, type Html, page, type PageScript } from '../htmlPage';
import { fieldIndex, INDEX_ANCHOR } from './guideIndex';
import { guideMarkdown } from './guideMarkdown';
import { guideStyle } from './guideStyle';
import type { Guide, GuideChapter } from './migrationGuide';

type Tokens = Parameters<RendererRule>[0];

/** Writes one token; `writing` is that of the page. */
type Rule = (tokens: Tokens, at: number, writing: Writing) => string;

/** State that the rules share while they write a page. */
interface Writing {
  /** Anchors of the headings of level 2 and 3 that are still to come, in their order. */
  readonly anchors: string[];
  /** Operation -> its anchor. */
  readonly operations: ReadonlyMap<string, string>;
  /** Subject of the tables below the last heading, for their captions. */
  subject: string;
  /** True inside an example, which shows v1 and v2 side by side. */
  inSides: boolean;
}

/** Tables by the heading of their first column. */
const tables: Readonly<Record<string, { readonly kind: string; readonly caption: string }>> = {
  Kind: { kind: 'kinds', caption: 'What becomes of a value' },
  About: { kind: 'general', caption: 'What changes everywhere' },
  To: { kind: 'glance', caption: 'Operations' },
  'You send': { kind: 'fields', caption: 'What you send' },
  'You read': { kind: 'fields', caption: 'What you read' },
  'To change': { kind: 'fields', caption: 'What has to change' },
  'In use': { kind: 'glance', caption: 'What is used' },
  Field: { kind: 'fields', caption: 'What v2 shows beyond v1' },
};

/** Style classes of cells that hold exactly one of these words. */
const classes: Readonly<Record<string, string>> = {
  ...{ exact: 'kind exact', converted: 'kind converted', guessed: 'kind guessed' },
  ...{ synthesized: 'kind synthesized', lost: 'kind lost', '(nothing)': 'soft' },
};

/** Closes the two sides of an example: each later heading of a higher level ends them. */
function endSides(writing: Writing): string {
  const end = writing.inSides ? '</div></div>\n' : '';
  writing.inSides = false;
  return end;
}

function beginSide(writing: Writing): string {
  const begin = writing.inSides ? '</div><div>' : '<div class="sides"><div>';
  writing.inSides = true;
  return `${begin}<h5>`;
}

/** Takes the anchor of a heading, and notes the subject of the tables below it: a resource or an operation. */
function takeAnchor(tag: string, text: string, writing: Writing): string | undefined {
  if (tag !== 'h2' && tag !== 'h3') return undefined;
  const anchor = writing.anchors.shift();
  if (tag === 'h2' || writing.operations.get(text) === anchor) writing.subject = `: ${text}`;
  return anchor;
}

const headingOpen: Rule = (tokens, at, writing) => {
  const { tag = 'h5' } = tokens[at] ?? {};
  if (tag === 'h5') return beginSide(writing);
  const anchor = takeAnchor(tag, tokens[at + 1]?.content ?? '', writing);
  const id = anchor === undefined ? '' : ` id="${anchor}"`;
  return `${endSides(writing)}<${tag}${id}>`;
};

/** Opens a table that can be scrolled with the keyboard where the page is narrow (WCAG 2.1.1). */
const tableOpen: Rule = (tokens, at, writing) => {
  const first = tokens.slice(at).find(({ type }) => type === 'inline')?.content ?? '';
  const { kind, caption } = tables[first] ?? { kind: 'fields', caption: first };
  const whole = ['Kind', 'About', 'To change', 'In use'].includes(first)
    ? caption
    : caption + writing.subject;
  const label = html`${whole}`.markup;
  const region = `<div class="scroll" role="region" aria-label="${label}" tabindex="0">`;
  return `${region}<table class="${kind}"><caption>${label}</caption>\n`;
};

/** True for the first cell of a row, which is its heading. */
const isFirst = (tokens: Tokens, at: number): boolean => tokens[at - 1]?.type === 'tr_open';

const cellOpen: Rule = (tokens, at, writing) => {
  const text = tokens[at + 1]?.content ?? '';
  const anchor = isFirst(tokens, at) ? writing.operations.get(text) : undefined;
  const cell = isFirst(tokens, at) ? '<th scope="row">' : '<td>';
  if (anchor !== undefined) return `${cell}<a href="#${anchor}">`;
  const kind = Object.hasOwn(classes, text) ? classes[text] : undefined;
  return kind === undefined ? cell : `${cell}<span class="${kind}">`;
};

const cellClose: Rule = (tokens, at, writing) => {
  const text = tokens[at - 1]?.content ?? '';
  const first = isFirst(tokens, at - 2);
  const cell = first ? '</th>' : '</td>';
  if (first && writing.operations.has(text)) return `</a>${cell}`;
  return Object.hasOwn(classes, text) ? `</span>${cell}` : cell;
};

const paragraphOpen: Rule = (tokens, at) => {
  if (tokens[at]?.hidden === true) return '';
  const text = tokens[at + 1]?.content ?? '';
  if (/^answers \d+:$/.test(text)) return '<p class="soft">';
  return text.startsWith('In v1 `') ? '<p class="route">' : '<p>';
};

/** Renders CommonMark with GitHub's tables. HTML and links that a mapping contains stay plain text. */
const markdown = createMarkdown({ html: false, linkify: false, typographer: false }).disable([
  'link',
  'image',
]);

const rules: Readonly<Record<string, Rule>> = {
  heading_open: headingOpen,
  table_open: tableOpen,
  table_close: () => '</table></div>\n',
  th_open: () => '<th scope="col">',
  td_open: cellOpen,
  td_close: cellClose,
  paragraph_open: paragraphOpen,
  fence: (tokens, at) => html`<pre>${(tokens[at]?.content ?? '').trimEnd()}</pre>`.markup,
};

for (const [name, rule] of Object.entries(rules)) {
  markdown.renderer.rules[name] = (tokens, at, _options, env) =>
    rule(tokens, at, (env as { writing: Writing }).writing);
}

const link = (anchor: string, text: string): Html => html`<li><a href="#${anchor}">${text}</a></li>`;

const contents = ({ chapters, letter }: Guide): Html =>
  html`<nav aria-label="Contents">
    <ul>
      ${letter === undefined ? [] : [link('work', 'What has to change'), link('uses', 'What is used')]}
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
      ${link(INDEX_ANCHOR, 'Fields of v1, by name')}
    </ul>
  </nav> `;

/** Lists the anchors of a chapter's headings in the order of the guide. */
const anchorsOf = ({ anchor, news, operations }: GuideChapter): readonly string[] => [
  ...[anchor, `${anchor}-fields`],
  ...(news.length === 0 ? [] : [`${anchor}-news`]),
  ...operations.map((operation) => operation.anchor),
];

/** Prints the migration guide as one HTML page: its Markdown, and an index of the fields. It runs the script, if given. */
export function guideHtml(guide: Guide, script?: PageScript): string {
  const { chapters, letter } = guide;
  const writing: Writing = {
    anchors: [...(letter === undefined ? [] : ['work', 'uses']), 'general', ...chapters.flatMap(anchorsOf)],
    operations: new Map(
      chapters.flatMap(({ operations }) => operations.map(({ title, anchor }) => [title, anchor])),
    ),
    subject: '',
    inSides: false,
  };
  const content: Html = { markup: markdown.render(guideMarkdown(guide), { writing }) + endSides(writing) };
  const body = html`<a class="skip" href="#content">Skip to the content</a>
    <div class="page">
      ${contents(guide)}
      <main id="content">${content} ${fieldIndex(guide)}</main>
    </div>`;
  const title = letter === undefined ? 'From API v1 to API v2' : `From API v1 to API v2: ${letter.title}`;
  return page({ title, style: guideStyle, body, script });
}
