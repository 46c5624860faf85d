import { type GuideBlock, guideTree, type StyledText } from './guideTree';
import { type Guide, spans } from './migrationGuide';

/** Escapes plain text so that no Markdown reader takes it for markup (CommonMark 2.4). */
const plainText = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');

/** Marks code in a table: only the bar that ends a cell has to be escaped (GFM 4.10). */
const codeText = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

function wordsText({ form, text }: StyledText): string {
  if (form === 'code') return codeText(text);
  if (form !== 'phrase') return plainText(text);
  return spans(text)
    .map((span) => (span.code ? codeText(span.text) : plainText(span.text)))
    .join('');
}

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Prints a piece of the guide as lines, the last of them empty. */
function linesOf(block: GuideBlock): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${plainText(block.text)}`, ''];
    case 'text':
      return [wordsText(block.words), ''];
    case 'list':
      return [...block.items.map((item) => `- ${wordsText(item)}`), ''];
    case 'code':
      return [`\`\`\`${block.language}`, block.text, '```', ''];
    case 'sides':
      return block.sides.flatMap(({ title, blocks }) => [`##### ${title}`, '', ...blocks.flatMap(linesOf)]);
    case 'table': {
      const { columns, rows } = block;
      const texts = rows.map((row) => rowText(row.map(wordsText)));
      return [rowText(columns), rowText(columns.map(() => '---')), ...texts, ''];
    }
  }
}

/** Prints the migration guide as Markdown (GitHub's dialect, for its tables). */
export const guideMarkdown = (guide: Guide): string =>
  `${guideTree(guide).flatMap(linesOf).join('\n').trimEnd()}\n`;
