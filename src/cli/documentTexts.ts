import { compileGuide } from '../documents/guide/compileGuide';
import { guideHtml } from '../documents/guide/guideHtml';
import { guideMarkdown } from '../documents/guide/guideMarkdown';
import { openApi } from '../documents/openApi/openApi';
import type { Publication } from '../documents/publication';
import { typeDeclarations } from '../documents/types/typeDeclarations';

/** Every document that is generated from the mappings, by what it is called on the command line. */
export const documentTexts = {
  openapi: (publication) => `${JSON.stringify(openApi(publication), null, 2)}\n`,
  markdown: (publication) => guideMarkdown(compileGuide(publication)),
  html: (publication) => guideHtml(compileGuide(publication)),
  types: typeDeclarations,
} as const satisfies Record<string, (publication: Publication) => string>;

export type DocumentName = keyof typeof documentTexts;
