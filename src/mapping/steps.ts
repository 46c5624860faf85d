/** Work in steps of some ms each, for those who have other things to do in between; its end is its result. */
export type Steps<Done> = Generator<undefined, Done>;

/** Does all steps at once. */
export function atOnce<Done>(steps: Steps<Done>): Done {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
