import { z } from 'zod';

/** Schema of the API that answers. */
export const sideSchema = z.enum(['v1', 'v2']);
export type Side = z.output<typeof sideSchema>;

/** Schema of the stage of a resource, whose reads and writes move together. */
export const stageSchema = z.discriminatedUnion('kind', [
  /** At shadow v1 answers, and v2 is called as well. At gone every request gets a 410 with the guide. */
  z.strictObject({ kind: z.enum(['v1', 'shadow', 'v2', 'gone']) }),
  /** v2 answers a sticky share of callers, above 0 and up to 100 percent, in thousandths. */
  z.strictObject({ kind: z.literal('canary'), percent: z.number().gt(0).max(100) }),
]);
export type Stage = Readonly<z.output<typeof stageSchema>>;

/** Kinds of stages in the order in which traffic leaves v1. */
const KINDS = ['v1', 'shadow', 'canary', 'v2', 'gone'] as const;

/** Renders a stage as people write it. `parseStage` reads it back. */
export const renderStage = (stage: Stage): string =>
  stage.kind === 'canary' ? `canary ${stage.percent}%` : stage.kind;

const canary = /^canary (\d{1,3}(?:\.\d{1,3})?)%$/;

/** Reads a stage as people write it: `v1`, `shadow`, `canary 5%`, `v2`, `gone`. Undefined for any other text. */
export function parseStage(text: string): Stage | undefined {
  const kind = KINDS.find((name) => name === text);
  if (kind !== undefined && kind !== 'canary') return { kind };
  const percent = Number(canary.exec(text)?.[1]);
  return percent > 0 && percent <= 100 ? { kind: 'canary', percent } : undefined;
}

/** Returns the share of callers that v2 answers at a stage, in percent. */
export function percentOf(stage: Stage): number {
  if (stage.kind === 'canary') return stage.percent;
  return stage.kind === 'v2' ? 100 : 0;
}

/** Reports whether a move takes traffic away from v1: only such moves need evidence, and a hold stops them. */
export function isForward(from: Stage, to: Stage): boolean {
  if (from.kind === 'canary' && to.kind === 'canary') return to.percent > from.percent;
  return KINDS.indexOf(to.kind) > KINDS.indexOf(from.kind);
}

/** Shares of callers (percent) of a growing canary without a plan. */
const SHARES = [1, 5, 25, 50] as const;

/** Returns the next stage forward to suggest to a person. Returns undefined at the last. */
export function stageAfter(stage: Stage): Stage | undefined {
  if (stage.kind === 'v1') return { kind: 'shadow' };
  if (stage.kind === 'v2') return { kind: 'gone' };
  if (stage.kind === 'gone') return undefined;
  const percent = SHARES.find((share) => share > percentOf(stage));
  return percent === undefined ? { kind: 'v2' } : { kind: 'canary', percent };
}

const BEFORE = { v1: undefined, shadow: 'v1', canary: 'shadow', v2: 'shadow', gone: 'v2' } as const;

/** Returns the stage for a move back by a person: from a canary and v2 it is shadow, because v2 may be broken. */
export function stageBefore({ kind }: Stage): Stage | undefined {
  const kindBefore = BEFORE[kind];
  return kindBefore && { kind: kindBefore };
}
