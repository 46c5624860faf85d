import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** Facts about one source file that the rules of the house look at. */
export interface Module {
  /** Path below the folder that was read, with forward slashes. */
  readonly path: string;
  /** First folder of the path; `cli.ts` at the top belongs to `cli`. */
  readonly room: string;
  /** Rooms of other files that it imports, types and lazy imports included. */
  readonly rooms: readonly string[];
  /** Paths of the files that it imports while it is loaded or later. */
  readonly imports: readonly string[];
  readonly lines: number;
  /** Packages and `node:` modules that it imports. */
  readonly packages: readonly string[];
  readonly passesOn: boolean;
  readonly hasDefaultExport: boolean;
  /** Names that it declares and exports; overloads are one. */
  readonly exported: readonly string[];
  /** Reaches into the world outside: `process.env`, `Date.now`, `new Date()`, `.listen()`; or is an enum. */
  readonly reaches: readonly string[];
}

const roomOf = (path: string): string => (path.split('/')[0] ?? '').replace(/\.tsx?$/, '');

function reachOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
    return 'new Date()';
  }
  if (ts.isEnumDeclaration(node)) return 'enum';
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const text = node.getText();
  if (['process.env', 'Date.now', 'performance.now'].includes(text)) return text;
  return node.name.text === 'listen' && ts.isCallExpression(node.parent) ? '.listen()' : undefined;
}

function reachesOf(source: ts.SourceFile): string[] {
  const foundTexts: string[] = [];
  const visit = (node: ts.Node): void => {
    const reach = reachOf(node);
    if (reach !== undefined) foundTexts.push(reach);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return foundTexts;
}

const hasModifier = (statement: ts.Statement, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === kind);

const isDefaultExport = (statement: ts.Statement): boolean =>
  ts.isExportAssignment(statement) || hasModifier(statement, ts.SyntaxKind.DefaultKeyword);

function exportedNames(statement: ts.Statement): readonly string[] {
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isDeclared =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclared && statement.name !== undefined ? [statement.name.text] : [];
}

/** `date-fns` for `date-fns/parseISO`; modules of Node keep their whole name. */
const packageOf = (name: string): string =>
  name.startsWith('node:') ? name : (/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);

function readModule(folder: string, path: string): Module {
  const text = readFileSync(join(folder, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const ownTexts = imported.filter((name) => name.startsWith('.'));
  const targets = ownTexts.map((name) => {
    const target = posix.join(posix.dirname(path), name).replace(/\.js$/, '');
    return existsSync(join(folder, `${target}.tsx`)) ? `${target}.tsx` : `${target}.ts`;
  });
  return {
    path,
    room: roomOf(path),
    rooms: targets.map(roomOf),
    imports: targets,
    lines: text.trimEnd().split('\n').length,
    packages: imported.filter((name) => !name.startsWith('.')).map(packageOf),
    passesOn: source.statements.some(
      (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    ),
    hasDefaultExport: source.statements.some(isDefaultExport),
    exported: [...new Set(source.statements.flatMap(exportedNames))],
    reaches: reachesOf(source),
  };
}

/** Reads every TypeScript file below a folder that is a module, not a declaration of what is there anyway. */
export function readModules(folder: string): Module[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
    .map((path) => readModule(folder, path));
}
