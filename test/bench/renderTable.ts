/** A table in Markdown, whose figures stand to the right. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const isText = head.map((_, column) => rows.some((row) => !/^[\d.]*$/.test(row[column] ?? '')));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isText[column] === true ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const lines = all.map((row) =>
    line(
      widths.map((width, column) =>
        isText[column] === true ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
      ),
    ),
  );
  return [lines[0] ?? '', line(rule), ...lines.slice(1)];
}
