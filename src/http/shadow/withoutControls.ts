import type { Desk } from './desk';

/** A desk at which v1 is not asked a second time: a write is never sent twice. */
export const withoutControls = (desk: Desk): Desk => ({
  ...desk,
  controls: { ...desk.controls, wanted: () => false },
  wantsControl: () => false,
});
