import { renderDocument } from './htmlDocument';

/** Returns the anchor of an alarm's row in the runbook. The alarms of all upstreams, or of all files, share one row. */
export const alarmAnchor = (kind: string): string =>
  kind.replace(/^(away|refused) .*/, '$1').replaceAll(' ', '-');

/** Matches the first cell of each row; in the table of alarms it holds the kind. */
const FIRST_CELLS = /(?<=<tr>\n<td>).*?(?=<\/td>)/g;

const style = `
main { max-width: 84rem; margin: 0 auto; padding: 1rem; }
table { display: block; overflow-x: auto; }
code[id] { white-space: nowrap; } code:target { outline: 2px solid var(--bad); }
`;

/** Gives each alarm of the rendered runbook an anchor. */
export const addAlarmAnchors = (html: string): string =>
  html.replace(FIRST_CELLS, (cell) =>
    cell.replace(/<code>(.*?)<\/code>/g, (code, kind: string) =>
      code.replace('<code', `<code id="${alarmAnchor(kind)}"`),
    ),
  );

/** Renders the runbook as a page. A gateway loads the Markdown reader only when somebody asks. */
export async function runbookPage(markdown: string): Promise<string> {
  const { default: createMarkdown } = await import('markdown-it');
  const content = addAlarmAnchors(createMarkdown().render(markdown));
  const children = <main dangerouslySetInnerHTML={{ __html: content }} />;
  return renderDocument({ title: 'The runbook', style, children });
}
