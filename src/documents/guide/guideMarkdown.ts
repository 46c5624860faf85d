import {
  type GeneralRow,
  type Guide,
  type GuideChapter,
  type GuideExample,
  type GuideExchange,
  type GuideLetter,
  type GuideOperation,
  type GuideRow,
  type Phrase,
  spans,
} from './migrationGuide';

/** Escapes plain text so that no Markdown reader takes it for markup (CommonMark 2.4). */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');

/** Marks code in a table: only the bar that ends a cell has to be escaped (GFM 4.10). */
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const phrase = (text: Phrase): string =>
  spans(text)
    .map((span) => (span.code ? code(span.text) : plain(span.text)))
    .join('');

const sentences = (texts: readonly Phrase[]): string => texts.map(phrase).join(' ');

function table(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line), ''];
}

const generalRow = ({ topic, v1, v2, difference }: GeneralRow): readonly string[] => [
  plain(topic),
  phrase(v1),
  phrase(v2),
  phrase(difference),
];

const row = ({ v1, v2, class: lossClass, difference }: GuideRow): readonly string[] => [
  code(v1),
  v2 === undefined ? '(nothing)' : code(v2),
  lossClass ?? 'lost',
  sentences(difference),
];

const exchange = ({ request, body, status, answer }: GuideExchange): readonly string[] => [
  '```text',
  request,
  ...(body === undefined ? [] : ['', body]),
  '```',
  '',
  `answers ${status}:`,
  '',
  '```json',
  answer,
  '```',
  '',
];

const example = ({ name, v1, v2 }: GuideExample): readonly string[] => [
  `#### Example: ${plain(name)}`,
  '',
  '##### In v1',
  '',
  ...exchange(v1),
  '##### In v2',
  '',
  ...v2.flatMap(exchange),
];

const operation = ({
  title,
  v1,
  v2,
  notes,
  sends,
  reads,
  example: shown,
}: GuideOperation): readonly string[] => [
  `### ${plain(title)}`,
  '',
  `In v1 \`${v1}\`, in v2 \`${v2}\`.`,
  '',
  ...(notes.length === 0 ? [] : [...notes.map((note) => `- ${phrase(note)}`), '']),
  ...table(['You send', 'In v2', 'Kind', 'The difference'], sends.map(row)),
  ...table(['You read', 'In v2', 'Kind', 'The difference'], reads.map(row)),
  ...(shown === undefined ? [] : example(shown)),
];

const chapter = ({ title, operations, reads, news }: GuideChapter): readonly string[] => [
  `## ${plain(title)}`,
  '',
  ...table(
    ['To', 'In v1', 'In v2'],
    operations.map((one) => [plain(one.title), code(one.v1), code(one.v2)]),
  ),
  '### What you read',
  '',
  'Names stand below `data.attributes` in v1 and below `data` in v2.',
  '',
  ...table(['You read', 'In v2', 'Kind', 'The difference'], reads.map(row)),
  ...(news.length === 0 ? [] : ['### What v2 shows beyond v1', '']),
  ...table(
    ['Field', 'Why v1 has none'],
    news.map(({ field, reason }) => [code(field), phrase(reason)]),
  ),
  ...operations.flatMap(operation),
];

/** Explains each loss class in words. */
const kinds = [
  ['exact', 'the same value'],
  ['converted', 'the same value, written differently'],
  ['guessed', 'made from a hint in v2'],
  ['synthesized', 'made from nothing, where v2 has nothing'],
  ['lost', 'sent in v1, and v2 has no place for it'],
];

const letterOf = ({ paragraphs, work, uses }: GuideLetter): readonly string[] => [
  ...paragraphs.flatMap((text) => [phrase(text), '']),
  '## What has to change',
  '',
  ...(work.length === 0 ? ['Nothing that was seen.', ''] : []),
  ...table(
    ['To change', 'Program', 'Field', 'It sends', 'v2 wants', 'Requests', 'Last seen'],
    work.map(({ operation: title, program, field, sends, wants, requests, latest }) => [
      ...[plain(title), plain(program), field === '' ? '' : code(field), phrase(sends), phrase(wants)],
      ...[String(requests), latest],
    ]),
  ),
  '## What is used',
  '',
  ...table(
    ['In use', 'Program', 'Requests', 'Last seen'],
    uses.map(({ operation: title, program, requests, latest }) => [
      ...[plain(title), plain(program), String(requests), latest],
    ]),
  ),
];

/** Prints the migration guide as Markdown (GitHub's dialect, for its tables). */
export function guideMarkdown({ version, hash, letter, general, chapters }: Guide): string {
  const lines = [
    `# From API v1 to API v2${letter === undefined ? '' : `: ${plain(letter.title)}`}`,
    '',
    `Written by Lifeboat ${version} from the mappings ${hash}.`,
    '',
    ...(letter === undefined ? [] : letterOf(letter)),
    'For each operation and field: what you send and read in v1, what it is in v2, and the difference. A number in',
    'brackets is a section of the specification of the API; what is called observed was seen in the live service.',
    '',
    ...table(['Kind', 'What it means'], kinds),
    '## For every operation',
    '',
    ...table(['About', 'In v1', 'In v2', 'The difference'], general.map(generalRow)),
    ...chapters.flatMap(chapter),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
