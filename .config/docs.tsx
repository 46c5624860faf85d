/** Builds the documentation as static pages, of the Markdown that the repository has: `npm run docs [-- FOLDER]`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createMarkdown from 'markdown-it';
import { render } from 'preact-render-to-string';
import { z } from 'zod';
import { helpText, topics } from '../src/cli/setup/helpTopic';
import { createProgram } from '../src/cli/program';
import { sharedStyle } from '../src/documents/htmlDocument';
import { addAlarmAnchors } from '../src/documents/runbookPage';
import type { Entry } from '../src/operator/entry';
import { operatorTable } from '../src/operator/operatorTable';

/** npm runs it in the repository. */
const ROOT = process.cwd();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** A page: its name in an address, the file that it is made of, if there is one, and its Markdown. */
interface Page {
  readonly name: string;
  readonly about: string;
  readonly file?: string;
  readonly text: string;
}

/** Files that are pages beside the topics of `lifeboat help`. */
const more: Readonly<Record<string, readonly [file: string, about: string]>> = {
  clients: ['src/http/README.md', 'old programs, conditional reads, traces, metrics'],
  console: ['src/console/README.md', 'the page on the admin port'],
  changes: ['.github/CHANGELOG.md', 'what has changed, by version'],
  contributing: ['.github/CONTRIBUTING.md', 'how to change it'],
};

type Command = Awaited<ReturnType<typeof createProgram>>;

/** Renders the help of a command and of those below it. */
function commandHelp(command: Command, words: string): string {
  const name = `${words} ${command.name()}`;
  const below = command.commands.map((one) => commandHelp(one, name));
  return [`## \`${name}\`\n\n\`\`\`text\n${helpText(command).trim()}\n\`\`\`\n`, ...below].join('\n');
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function typeName(schema: Schema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${String(word)}\``).join(', ');
  return schema.type === 'array' ? `list of ${typeName(schema.items ?? {})}` : (schema.type ?? 'any');
}

function members(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const { properties, required = [] } = whole.items ?? whole;
  if (properties === undefined) return `The ${title}: ${typeName(whole)}.\n`;
  const rows = Object.entries(properties).map(
    ([name, member]) =>
      `| \`${name}\` | ${typeName(member)} | ${required.includes(name) ? '' : 'may be absent'} |`,
  );
  const head = whole.items === undefined ? title : `${title}, a list of`;
  return rows.length === 0 ? '' : `| ${head} | type | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const entryText = ({ name, kind, role, summary, input, output }: Entry): string =>
  [
    `## \`${kind === 'view' ? 'GET' : 'POST'} /api/${name}\`\n`,
    `${summary} Needs the role ${role}.\n`,
    members(kind === 'view' ? 'query' : 'body', input, 'input'),
    members('answer', output, 'output'),
  ].join('\n');

const API = `# The operator's API

Everything that an operator can see or do stands below \`/api/\` on the admin port: a view by GET, an action by POST with JSON. \`Authorization: Bearer\`
with a token says who asks; on the machine itself looking needs none. \`/api/openapi.json\` says the same for programs, and
\`/api/problems\` lists the refusals.
`;

async function allPages(): Promise<readonly Page[]> {
  const program = await createProgram('help');
  const commands = program.commands.map((command) => commandHelp(command, 'lifeboat'));
  return [
    ...Object.entries({ ...topics, ...more }).map(([name, [file, about]]) => ({
      ...{ name: name === 'start' ? 'index' : name, about, file, text: read(file) },
    })),
    {
      ...{ name: 'reference', about: 'the help of every command' },
      text: `# Help of the commands\n\n${commands.join('\n')}`,
    },
    {
      ...{ name: 'api', about: 'views and actions of the admin port' },
      text: `${API}\n${operatorTable.map(entryText).join('\n')}`,
    },
  ];
}

const titleOf = ({ text }: Page): string => /^# (.*)$/m.exec(text)?.[1] ?? '';

/** A part of a page under one heading, as the search knows it. */
interface Section {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

type Tokens = ReturnType<ReturnType<typeof createMarkdown>['parse']>;

/** Gives each heading an anchor; returns the sections, for the search. */
function anchored(tokens: Tokens, { name }: Page, title: string): readonly Section[] {
  const sections: Section[] = [];
  const anchors = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const { content = '' } = tokens[index + 1] ?? {};
    if (token.type === 'heading_open') {
      const slug = content
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '');
      const count = anchors.get(slug) ?? 0;
      anchors.set(slug, count + 1);
      const id = count === 0 ? slug : `${slug}-${count}`;
      token.attrSet('id', id);
      const heading = content.replaceAll('`', '');
      const whole = token.tag === 'h1' ? heading : `${title}: ${heading}`;
      sections.push({ href: `${name}.html#${id}`, title: whole, text: '' });
    }
    const last = sections.at(-1);
    if (last !== undefined && /^(?:inline|fence|code_block)$/.test(token.type))
      sections[sections.length - 1] = { ...last, text: `${last.text} ${token.content.toLowerCase()}` };
  }
  return sections;
}

const style = `${sharedStyle}
body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { padding: 1rem; background: var(--panel); } nav ul, nav ol { padding: 0; list-style: none; }
nav input { width: 100%; font: inherit; padding: 0.3rem; }
main { max-width: 64rem; padding: 1rem 2rem; } main img { max-width: 100%; }
main table { display: block; overflow-x: auto; } pre { overflow-x: auto; padding: 0.75rem; background: var(--panel); }
a { color: var(--link); } [aria-current] { font-weight: bold; }
@media (max-width: 50rem) { body { display: block; } }
@media print { nav { display: none; } body { display: block; } }
`;

function pageHtml(page: Page, pages: readonly Page[], content: string): string {
  return `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.name === 'index' ? 'Lifeboat' : `${titleOf(page)} - Lifeboat`}</title>
        <link rel="stylesheet" href="style.css" />
        <script defer src="sections.js" />
        <script defer src="search.js" />
      </head>
      <body>
        <nav aria-label="Pages">
          <input type="search" aria-label="Search" placeholder="Search, press /" />
          <ol aria-live="polite" />
          <ul>
            {pages.map((other) => (
              <li>
                <a href={`${other.name}.html`} aria-current={other === page ? 'page' : undefined}>
                  {titleOf(other)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main dangerouslySetInnerHTML={{ __html: content }} />
      </body>
    </html>,
  )}`;
}

/** Markdown whose code that names a page leads to it, and whose pictures stand beside the pages. */
function createRenderer(pages: readonly Page[]) {
  const markdown = createMarkdown();
  const { escapeHtml } = markdown.utils;
  const names = new Map(pages.flatMap(({ file, name }) => (file === undefined ? [] : [[file, name]])));
  markdown.renderer.rules['code_inline'] = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    const code = `<code>${escapeHtml(content)}</code>`;
    const name = names.get(content);
    return name === undefined ? code : `<a href="${name}.html">${code}</a>`;
  };
  return markdown;
}

async function build(folder: string): Promise<void> {
  const pages = await allPages();
  const markdown = createRenderer(pages);
  const sections: Section[] = [];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const page of pages) {
    const text = page.text.replaceAll(/<!--.*?-->\n*/gs, '').replaceAll('](.github/screens/', '](screens/');
    const tokens = markdown.parse(text, {});
    sections.push(...anchored(tokens, page, titleOf(page)));
    const content = markdown.renderer.render(tokens, markdown.options, {});
    write(
      `${page.name}.html`,
      pageHtml(page, pages, page.name === 'switch' ? addAlarmAnchors(content) : content),
    );
    write(`${page.name}.md`, text);
  }
  const { description } = z.object({ description: z.string() }).parse(JSON.parse(read('package.json')));
  const list = pages.map((page) => `- [${titleOf(page)}](${page.name}.md): ${page.about}`);
  write('llms.txt', `# Lifeboat\n\n> ${description}\n\n## Docs\n\n${list.join('\n')}\n`);
  write('style.css', style);
  write('sections.js', `const sections = ${JSON.stringify(sections)};\n`);
  cpSync(join(ROOT, '.config', 'docsSearch.js'), join(folder, 'search.js'));
  cpSync(join(ROOT, '.github', 'screens'), join(folder, 'screens'), { recursive: true });
  console.log(`wrote ${pages.length} pages: ${join(folder, 'index.html')}`);
}

void build(process.argv[2] ?? join(ROOT, 'dist', 'docs'));
