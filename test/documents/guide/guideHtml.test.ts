import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { compileGuide } from '../../../src/documents/guide/compileGuide.js';
import { guideHtml } from '../../../src/documents/guide/guideHtml.js';
import { HOSTILE, hostilePublication } from '../hostilePublication.ts';
import { publicationOf } from '../publication.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const isElement = (node: Node): node is Element => 'tagName' in node;

function elementsOf(node: Node): readonly Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return isElement(node) ? [node, ...inner] : inner;
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function read(text: string) {
  const errors: string[] = [];
  const tree = parse(text, { onParseError: ({ code }) => errors.push(code) });
  const elements = elementsOf(tree);
  const named = (...names: readonly string[]) => elements.filter(({ tagName }) => names.includes(tagName));
  return { text, tree, errors, elements, named };
}

const page = read(guideHtml(compileGuide(publicationOf())));
const hostile = read(guideHtml(compileGuide(hostilePublication())));

describe.each([
  ['the guide as a page', page],
  ['the guide as a page over hostile mappings', hostile],
])('%s', (_, { errors, elements, named, text }) => {
  it('is valid HTML', () => expect(errors).toEqual([]));

  it('runs nothing and loads nothing', () => {
    expect(named('script', 'link', 'img', 'iframe', 'object', 'embed', 'base', 'form', 'svg')).toEqual([]);
    expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name.startsWith('on')))).toEqual([]);
    expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'src'))).toEqual([]);
    expect(named('a').filter((link) => attribute(link, 'href')?.startsWith('#') !== true)).toEqual([]);
    expect(text).toContain(`content="default-src 'none';`);
    expect(named('style').map(textOf).join('')).not.toMatch(/url\(|@import/);
  });

  it('has a target for every link, and every anchor once', () => {
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = named('a').map((link) => attribute(link, 'href')?.slice(1) ?? '');
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('can be read with a screen reader', () => {
    expect(named('html').map((root) => attribute(root, 'lang'))).toEqual(['en']);
    expect(
      named('title', 'main', 'h1', 'nav')
        .map(({ tagName }) => tagName)
        .sort(),
    ).toEqual(['h1', 'main', 'nav', 'title']);
    const levels = named('h1', 'h2', 'h3', 'h4', 'h5').map(({ tagName }) => Number(tagName.slice(1)));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
    expect(named('table')).toHaveLength(named('caption').length);
    expect(
      named('table').filter((table) => !elementsOf(table).some(({ tagName }) => tagName === 'td')),
    ).toEqual([]);
    expect(named('th').filter((cell) => attribute(cell, 'scope') === undefined)).toEqual([]);
  });
});

describe('the guide as a page', () => {
  it('shows every field, and hostile text as plain text', () => {
    const shownText = textOf(page.tree);
    for (const { ledger } of publicationOf().resources) {
      for (const { attribute: name } of ledger.attributes) expect(shownText).toContain(name);
      for (const { field } of ledger.drops) expect(shownText).toContain(field);
    }
    // Backticks mark code and are not shown.
    expect(textOf(hostile.tree)).toContain(HOSTILE.replaceAll('`', ''));
  });

  it('has every v1 field once in its index, by name, with the places that explain it', () => {
    const [index] = page.named('table').filter((table) => attribute(table, 'class') === 'index');
    const cells = index === undefined ? [] : elementsOf(index);
    const fields = cells.filter((cell) => attribute(cell, 'scope') === 'row').map(textOf);
    expect(fields).toEqual(fields.toSorted((text, nextText) => text.localeCompare(nextText, 'en')));
    expect(new Set(fields).size).toBe(fields.length);
    const { chapters } = compileGuide(publicationOf());
    const rows = chapters.flatMap(({ reads, operations }) => [
      ...reads,
      ...operations.flatMap((guideOperation) => [...guideOperation.sends, ...guideOperation.reads]),
    ]);
    expect(new Set(fields)).toEqual(new Set(rows.map(({ v1 }) => v1)));
    const links = cells.filter(({ tagName }) => tagName === 'a');
    expect(links.length).toBeGreaterThanOrEqual(fields.length);
  });

  it('has styles for print, for dark mode and for small screens', () => {
    const style = page.named('style').map(textOf).join('');
    for (const rule of ['@media print', '@page', 'light-dark(', '@media (max-width'])
      expect(style).toContain(rule);
  });
});
