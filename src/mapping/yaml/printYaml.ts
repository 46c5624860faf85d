import { Document, type ScalarTag, visit } from 'yaml';
import { ExactNumber } from '../../contract/json';

const LINE_WIDTH = 110;
/** Longest JSON text (characters) of a collection that is printed on one line. */
const MAX_INLINE_LENGTH = 90;

/** Depth of the entries of the outermost lists in the document: below document, map, pair and list. */
const ENTRY_DEPTH = 4;

/** Prints a number that a double would change from its text. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => (value as ExactNumber).text,
};

/** Prints one member of an object as YAML on one line. */
export function printLine(name: string, value: unknown): string {
  const document = new Document(
    { [name]: value },
    { aliasDuplicateObjects: false, customTags: [exactNumber] },
  );
  visit(document, {
    Collection: (_key, node) => {
      node.flow = node !== document.contents;
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: true, blockQuote: false }).trimEnd();
}

/** Prints plain data as YAML of the core schema, with small collections on one line, below a comment. */
export function printYaml(value: unknown, comment: string): string {
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    schema: 'core',
    customTags: [exactNumber],
  });
  document.commentBefore = comment
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n');
  visit(document, {
    Collection: (key, node, path) => {
      node.flow = JSON.stringify(node.toJSON()).length <= MAX_INLINE_LENGTH;
      node.spaceBefore = path.length === ENTRY_DEPTH && key !== 0;
    },
  });
  return document.toString({ lineWidth: LINE_WIDTH, singleQuote: true });
}
