import type { Operation } from '../http/operation';
import { componentSchemas } from '../openApi/componentSchemas';
import { contentOf } from '../openApi/contentOf';
import { nameSchemas } from '../openApi/nameSchemas';
import { refusalsOf } from '../openApi/refusalObjects';
import { renderOperation } from './renderOperation';
import { renderPage } from './renderPage';

/** The page about these operations, as HTML. */
export function docsPage(title: string, operations: readonly Operation[]): string {
  const names = nameSchemas(operations);
  const schemas = componentSchemas(names);
  const shapes = { names, schemas };
  return renderPage(title, operations, (operation) => {
    const { body, answer } = operation;
    const view = {
      operation,
      request: body && contentOf(body, shapes),
      answer: contentOf(answer, shapes),
      refusals: refusalsOf(operation),
    };
    return renderOperation(view, schemas);
  });
}
