import type { Stage } from './stage';

const canary = /^canary (\d{1,3}(?:\.\d{1,3})?)%$/;

/** Reads a stage as people write it: `v1`, `shadow`, `canary 5%`, `v2`, `gone`. Undefined when it is none. */
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
