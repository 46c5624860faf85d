import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/builtProgram.ts';
import { launchBrowser } from '../support/launchBrowser.ts';
import { runNpm } from '../support/toolProgram.ts';
import { operatorTable } from '../../src/operator/operatorTable.js';

const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

let pages: readonly string[] = [];

beforeAll(() => {
  expect(runNpm(ROOT, ['run', '--silent', 'docs', '--', folder])).toBe(0);
  pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the documentation as static pages', () => {
  it('has a page for each leaf of the README, and links to it where the README names it', () => {
    const readme = textOf('index.md');
    const leaves = matches(readme.slice(readme.indexOf('## Read on')), /^- `([^`]+)`/gm);
    const links = matches(textOf('index.html'), /<a href="[\w-]+\.html"><code>([^<]+)<\/code><\/a>/g);
    expect(leaves.length).toBeGreaterThan(10);
    expect(leaves.filter((leaf) => !links.includes(leaf))).toEqual([]);
  });

  it('has no broken link, anchor, picture or file of llms.txt', () => {
    const isThere = (href: string): boolean => {
      if (/^https?:/.test(href)) return true;
      const [name = '', anchor] = href.split('#');
      return (
        existsSync(join(folder, name)) && (anchor === undefined || textOf(name).includes(` id="${anchor}"`))
      );
    };
    const hrefs = pages.flatMap((page) => matches(textOf(page), /(?:href|src)="([^"]+)"/g));
    const sections = matches(textOf('sections.js'), /"href":"([^"]+)"/g);
    const listed = matches(textOf('llms.txt'), /^- \[[^\]]+\]\(([^)]+)\): \S/gm);
    expect(listed).toHaveLength(pages.length);
    expect(sections.length).toBeGreaterThan(100);
    expect([...new Set([...hrefs, ...sections, ...listed])].filter((href) => !isThere(href))).toEqual([]);
  });

  it('describes every view and action of the operator, and every command', () => {
    const api = textOf('api.md');
    const commands = matches(textOf('reference.md'), /^## `(lifeboat [^`]+)`$/gm);
    expect(
      operatorTable.filter(({ name, summary }) => !api.includes(`/api/${name}\``) || !api.includes(summary)),
    ).toEqual([]);
    expect(commands).toEqual(expect.arrayContaining(['lifeboat serve', 'lifeboat stage set']));
  });

  it('gives each alarm the anchor that notices link to', () => {
    expect(matches(textOf('switch.html'), /<code id="([^"]+)"/g)).toContain('breaker');
  });

  it('finds the section that holds every word, without a server', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await page.keyboard.press('/');
    await page.keyboard.type('Sharing Baggage');
    expect(await page.textContent('nav ol')).toBe('Nothing holds these words.');
    await page.fill('input', 'baggage TRACEPARENT');
    await page.click('nav ol a');
    expect(page.url()).toMatch(/clients\.html#traces$/);
    expect(errors).toEqual([]);
    await browser.close();
  });
});
