import type {
  Guide,
  GuideChapter,
  GuideExample,
  GuideExchange,
  GuideLetter,
  GuideOperation,
  GuideRow,
  Phrase,
} from './migrationGuide';

/** Text of a line, a cell or a heading, with its form. */
export interface StyledText {
  readonly text: string;
  /** `phrase`: plain, with code between backticks; `kind`: a loss class; `absent`: stands for nothing. */
  readonly form: 'plain' | 'code' | 'phrase' | 'kind' | 'absent';
  /** Anchor that a page links to. */
  readonly anchor?: string;
}

const plainWords = (text: string): StyledText => ({ text, form: 'plain' });
const codeWords = (text: string): StyledText => ({ text, form: 'code' });
const phraseWords = (text: Phrase): StyledText => ({ text, form: 'phrase' });

const heading = (level: number, text: string, anchor?: string) =>
  ({ kind: 'heading', level, text, anchor }) as const;

/** Makes a paragraph. `style` says how a page shows it. */
const paragraph = (words: StyledText, style?: 'route' | 'soft') => ({ kind: 'text', words, style }) as const;

const listing = (language: 'text' | 'json', text: string) => ({ kind: 'code', language, text }) as const;

type TextBlock = ReturnType<typeof paragraph | typeof listing>;

interface TableBlock {
  readonly kind: 'table';
  /** Layout of the table on a page. */
  readonly style: 'kinds' | 'general' | 'glance' | 'fields';
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly StyledText[])[];
}

/** A piece of the guide, printed as Markdown or as a part of a page; `sides` are v1 and v2 of an example. */
export type GuideBlock =
  | ReturnType<typeof heading>
  | { readonly kind: 'list'; readonly items: readonly StyledText[] }
  | ReturnType<typeof sidesOf>
  | TextBlock
  | TableBlock;

/** Makes a table. One without rows is left out. */
const table = (
  style: TableBlock['style'],
  caption: string,
  columns: readonly string[],
  rows: TableBlock['rows'],
): readonly GuideBlock[] => (rows.length === 0 ? [] : [{ kind: 'table', style, caption, columns, rows }]);

const fieldRow = ({ v1, v2, class: lossClass, difference }: GuideRow): readonly StyledText[] => [
  codeWords(v1),
  v2 === undefined ? { text: '(nothing)', form: 'absent' } : codeWords(v2),
  { text: lossClass ?? 'lost', form: 'kind' },
  phraseWords(difference.join(' ')),
];

const fieldTable = (verb: 'send' | 'read', subject: string, rows: readonly GuideRow[]) => {
  const columns = [`You ${verb}`, 'In v2', 'Kind', 'The difference'];
  return table('fields', `What you ${verb}: ${subject}`, columns, rows.map(fieldRow));
};

const exchangeBlocks = ({ request, body, status, answer }: GuideExchange): readonly TextBlock[] => [
  listing('text', body === undefined ? request : `${request}\n\n${body}`),
  paragraph(plainWords(`answers ${status}:`), 'soft'),
  listing('json', answer),
];

function operationBlocks(section: GuideOperation): readonly GuideBlock[] {
  const { anchor, title, v1, v2, notes, sends, reads, example } = section;
  const route = phraseWords(`In v1 \`${v1}\`, in v2 \`${v2}\`.`);
  return [
    heading(3, title, anchor),
    paragraph(route, 'route'),
    ...(notes.length === 0 ? [] : [{ kind: 'list', items: notes.map(phraseWords) } as const]),
    ...fieldTable('send', title, sends),
    ...fieldTable('read', title, reads),
    ...(example === undefined ? [] : [heading(4, `Example: ${example.name}`), sidesOf(example)]),
  ];
}

const sidesOf = ({ v1, v2 }: GuideExample) =>
  ({
    kind: 'sides',
    sides: [
      { title: 'In v1', blocks: exchangeBlocks(v1) },
      { title: 'In v2', blocks: v2.flatMap(exchangeBlocks) },
    ],
  }) as const;

/** Lays out the chapter of one resource: its operations, and the fields that clients read. */
const chapterBlocks = ({
  anchor,
  title,
  operations,
  reads,
  position,
  news,
}: GuideChapter): readonly GuideBlock[] => [
  heading(2, title, anchor),
  ...table(
    'glance',
    `Operations: ${title}`,
    ['To', 'In v1', 'In v2'],
    operations.map((row) => [
      { ...plainWords(row.title), anchor: row.anchor },
      codeWords(row.v1),
      codeWords(row.v2),
    ]),
  ),
  heading(3, 'What you read', `${anchor}-fields`),
  paragraph(phraseWords(position)),
  ...fieldTable('read', title, reads),
  ...(news.length === 0 ? [] : [heading(3, 'What v2 shows beyond v1', `${anchor}-news`)]),
  ...table(
    'fields',
    `What v2 shows beyond v1: ${title}`,
    ['Field', 'Why v1 has none'],
    news.map(({ field, reason }) => [codeWords(field), phraseWords(reason)]),
  ),
  ...operations.flatMap(operationBlocks),
];

const kinds = [
  ['exact', 'the same value'],
  ['converted', 'the same value, written differently'],
  ['guessed', 'made from a hint in v2'],
  ['synthesized', 'made from nothing, where v2 has nothing'],
  ['lost', 'sent in v1, and v2 has no place for it'],
] as const;

/** Lays out the letter to one client: its text, what has to change, and what it used. */
const letterBlocks = ({ paragraphs, work, uses }: GuideLetter): readonly GuideBlock[] => [
  ...paragraphs.map((text) => paragraph(phraseWords(text))),
  heading(2, 'What has to change', 'work'),
  ...(work.length === 0 ? [paragraph(plainWords('Nothing that was seen.'))] : []),
  ...table(
    'fields',
    'What has to change',
    ['To change', 'Program', 'Field', 'It sends', 'v2 wants', 'Requests', 'Last seen'],
    work.map(({ operation: title, program, field, sends, wants, requests, latest: latestDay }) => [
      plainWords(title),
      plainWords(program),
      field === '' ? plainWords('') : codeWords(field),
      phraseWords(sends),
      phraseWords(wants),
      plainWords(String(requests)),
      plainWords(latestDay),
    ]),
  ),
  heading(2, 'What is used', 'uses'),
  ...table(
    'glance',
    'What is used',
    ['In use', 'Program', 'Requests', 'Last seen'],
    uses.map(({ operation: title, program, requests, latest: latestAt }) =>
      [title, program, String(requests), latestAt].map(plainWords),
    ),
  ),
];

const INTRODUCTION = `For each operation and field: what you send and read in v1, what it is in v2, and the difference. A number in
brackets is a section of the specification of the API; what is called observed was seen in the live service.`;

/** Returns the title of a guide: of the general one, or of a client's. */
export const guideTitle = ({ letter }: Guide): string =>
  letter === undefined ? 'From API v1 to API v2' : `From API v1 to API v2: ${letter.title}`;

/** Lists the pieces of the migration guide in order. Markdown and page both print them. */
export function guideTree(guide: Guide): readonly GuideBlock[] {
  const { version, hash, letter, general, chapters } = guide;
  return [
    heading(1, guideTitle(guide)),
    paragraph(phraseWords(`Written by Lifeboat ${version} from the mappings ${hash}.`)),
    ...(letter === undefined ? [] : letterBlocks(letter)),
    paragraph(plainWords(INTRODUCTION)),
    ...table(
      'kinds',
      'What becomes of a value',
      ['Kind', 'What it means'],
      kinds.map(([name, meaning]) => [{ text: name, form: 'kind' }, plainWords(meaning)]),
    ),
    ...(general.length === 0 ? [] : [heading(2, 'For every operation', 'general')]),
    ...table(
      'general',
      'What changes everywhere',
      ['About', 'In v1', 'In v2', 'The difference'],
      general.map(({ topic, v1, v2, difference }) => [
        plainWords(topic),
        ...[v1, v2, difference].map(phraseWords),
      ]),
    ),
    ...chapters.flatMap(chapterBlocks),
  ];
}
