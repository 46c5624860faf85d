import type { Stage } from './stage';

/** A stage as people write it; `parseStage` reads it back. */
export const renderStage = (stage: Stage): string =>
  stage.kind === 'canary' ? `canary ${stage.percent}%` : stage.kind;
