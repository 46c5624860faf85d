/** Markup that may stand in a page as it is. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

function markupOf(part: Part): string {
  if (isList(part)) return part.map(markupOf).join('');
  return typeof part === 'object' ? part.markup : escaped(String(part));
}

/** Markup from a template: every text that is put in is escaped, for content and for quoted attribute values. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, index) => text + markupOf(parts[index] ?? '')).join(''),
});
