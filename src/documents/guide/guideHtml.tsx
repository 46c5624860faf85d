import { type ComponentChild, h } from 'preact';
import { renderDocument, type DocumentScript } from '../htmlDocument';
import { guideStyle } from './guideStyle';
import { type GuideBlock, guideTitle, guideTree, type StyledText } from './guideTree';
import { type Guide, type GuideRow, spans } from './migrationGuide';

function renderText({ text, form, anchor }: StyledText): ComponentChild {
  if (anchor !== undefined) return <a href={`#${anchor}`}>{text}</a>;
  switch (form) {
    case 'plain':
      return text;
    case 'code':
      return <code>{text}</code>;
    case 'kind':
      return <span class={`kind ${text}`}>{text}</span>;
    case 'absent':
      return <span class="soft">{text}</span>;
    case 'phrase':
      return <>{spans(text).map((span) => (span.code ? <code>{span.text}</code> : span.text))}</>;
  }
}

/** Returns a table that can be scrolled with the keyboard where the page is narrow (WCAG 2.1.1). */
const scrolledTable = (
  style: string,
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly ComponentChild[])[],
) => (
  <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
    <table class={style}>
      <caption>{caption}</caption>
      <thead>
        <tr>{columns.map((column) => h('th', { scope: 'col' }, column))}</tr>
      </thead>
      <tbody>
        {rows.map(([rowHeading, ...cells]) => (
          <tr>
            <th scope="row">{rowHeading}</th>
            {cells.map((cell) => h('td', {}, cell))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function blockOf(block: GuideBlock): ComponentChild {
  switch (block.kind) {
    case 'heading':
      return h(`h${block.level}`, { id: block.anchor }, block.text);
    case 'text':
      return <p class={block.style}>{renderText(block.words)}</p>;
    case 'list':
      return <ul>{block.items.map((item) => h('li', {}, renderText(item)))}</ul>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'sides':
      return (
        <div class="sides">
          {block.sides.map(({ title, blocks }) => h('div', {}, <h5>{title}</h5>, blocks.map(blockOf)))}
        </div>
      );
    case 'table':
      return scrolledTable(
        block.style,
        block.caption,
        block.columns,
        block.rows.map((row) => row.map(renderText)),
      );
  }
}

const renderLink = (anchor: string, text: string) => (
  <li>
    <a href={`#${anchor}`}>{text}</a>
  </li>
);

const INDEX_ANCHOR = 'v1-fields';

/** Shows every v1 field, sorted by its name, with links to the headings below which it is explained. */
function fieldIndex({ chapters }: Guide) {
  const renderLinks = (rows: readonly GuideRow[], anchor: string, text: string) =>
    [...new Set(rows.map(({ v1 }) => v1))].map((field) => ({ field, target: renderLink(anchor, text) }));
  const explained = chapters.flatMap(({ anchor, title, reads, operations }) => [
    ...renderLinks(reads, `${anchor}-fields`, `${title}: you read`),
    ...operations.flatMap((operation) => [
      ...renderLinks(operation.sends, operation.anchor, `${operation.title}: you send`),
      ...renderLinks(operation.reads, operation.anchor, `${operation.title}: you read`),
    ]),
  ]);
  const targetsByField = [...Map.groupBy(explained, ({ field }) => field)];
  return (
    <>
      <h2 id={INDEX_ANCHOR}>Fields of v1</h2>
      {scrolledTable(
        'index',
        'Index of v1 fields',
        ['Field', 'Explained at'],
        targetsByField
          .toSorted(([field1], [field2]) => field1.localeCompare(field2, 'en'))
          .map(([field, targets]) => [<code>{field}</code>, <ul>{targets.map(({ target }) => target)}</ul>]),
      )}
    </>
  );
}

const contents = ({ chapters, letter, general }: Guide) => (
  <nav aria-label="Contents">
    <ul>
      {letter !== undefined && [renderLink('work', 'What has to change'), renderLink('uses', 'What is used')]}
      {general.length > 0 && renderLink('general', 'For every operation')}
      {chapters.map(({ anchor, title, operations }) => (
        <li>
          <a href={`#${anchor}`}>{title}</a>
          <ul>
            {renderLink(`${anchor}-fields`, 'What you read')}
            {operations.map((operation) => renderLink(operation.anchor, operation.title))}
          </ul>
        </li>
      ))}
      {renderLink(INDEX_ANCHOR, 'Fields of v1, by name')}
    </ul>
  </nav>
);

/** Prints the migration guide as one HTML page, with an index of the fields. `script`, if given, runs in the page. */
export const guideHtml = (guide: Guide, script?: DocumentScript): string =>
  renderDocument({
    title: guideTitle(guide),
    style: guideStyle,
    script,
    children: (
      <>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="page">
          {contents(guide)}
          <main id="content">
            {guideTree(guide).map(blockOf)}
            {fieldIndex(guide)}
          </main>
        </div>
      </>
    ),
  });
