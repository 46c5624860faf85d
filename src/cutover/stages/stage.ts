/** API that answers. */
export type Side = 'v1' | 'v2';

/** Stage of a resource, whose reads and writes move together. */
export type Stage =
  | { readonly kind: 'v1' }
  /** v1 answers; v2 is called as well, for the comparison. */
  | { readonly kind: 'shadow' }
  /** v2 answers a sticky share of callers, above 0 and up to 100 percent, in thousandths. */
  | { readonly kind: 'canary'; readonly percent: number }
  | { readonly kind: 'v2' }
  /** Every request gets a 410 with the guide. */
  | { readonly kind: 'gone' };

/** Renders a stage as people write it; `parseStage` reads it back. */
export const renderStage = (stage: Stage): string =>
  stage.kind === 'canary' ? `canary ${stage.percent}%` : stage.kind;

const canary = /^canary (\d{1,3}(?:\.\d{1,3})?)%$/;

/** Reads a stage as people write it: `v1`, `shadow`, `canary 5%`, `v2`, `gone`; undefined for any other text. */
export function parseStage(text: string): Stage | undefined {
  switch (text) {
    case 'v1':
    case 'shadow':
    case 'v2':
    case 'gone':
      return { kind: text };
    default: {
      const percent = Number(canary.exec(text)?.[1]);
      return percent > 0 && percent <= 100 ? { kind: 'canary', percent } : undefined;
    }
  }
}

/** Ranks a stage by the traffic that has left v1; only the order of the numbers matters. */
function distance(stage: Stage): number {
  switch (stage.kind) {
    case 'v1':
      return -2;
    case 'shadow':
      return -1;
    case 'canary':
      return stage.percent;
    case 'v2':
      return 101;
    case 'gone':
      return 102;
  }
}

/** Reports whether a move takes traffic away from v1: only such moves need evidence, and a hold stops them. */
export const isForward = (from: Stage, to: Stage): boolean => distance(to) > distance(from);

/** Shares of callers (percent) of a growing canary without a plan. */
const SHARES = [1, 5, 25, 50] as const;

/** Returns the next stage forward to suggest to a person; undefined at the last. */
export function stageAfter(stage: Stage): Stage | undefined {
  switch (stage.kind) {
    case 'v1':
      return { kind: 'shadow' };
    case 'shadow':
      return { kind: 'canary', percent: SHARES[0] };
    case 'canary': {
      const percent = SHARES.find((share) => share > stage.percent);
      return percent === undefined ? { kind: 'v2' } : { kind: 'canary', percent };
    }
    case 'v2':
      return { kind: 'gone' };
    case 'gone':
      return undefined;
  }
}

/** Returns the stage for a move back by a person: from a canary and v2 it is shadow, because v2 may be broken. */
export function stageBefore(stage: Stage): Stage | undefined {
  switch (stage.kind) {
    case 'v1':
      return undefined;
    case 'shadow':
      return { kind: 'v1' };
    case 'canary':
    case 'v2':
      return { kind: 'shadow' };
    case 'gone':
      return { kind: 'v2' };
  }
}
