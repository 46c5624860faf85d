import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/builtProgram';

/** The declarations that a program which imports the library sees. */
function declarations(): string {
  const entry = join(ROOT, 'src/index.ts');
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    esModuleInterop: true,
    exactOptionalPropertyTypes: true,
  });
  let text = '';
  program.emit(program.getSourceFile(entry), (_file, written) => (text += written), undefined, true);
  return text;
}

describe('the library', () => {
  // A change that is wanted: npx jest test/runtime/publicApi.test.ts -u, and a line in .github/CHANGELOG.md.
  it('has the declarations that programs rely on', () => {
    expect(declarations()).toMatchSnapshot();
  });
});
