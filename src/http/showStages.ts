import { Gauge, type Registry } from 'prom-client';
import type { StandingFigures } from '../cutover/standingFigures';

/** How every resource stands, by its name. */
export type StageFigures = Readonly<Record<string, StandingFigures>>;

/** Shows stages and breakers among the metrics; resources and stages are a handful. */
export function showStages(registry: Registry, figures: () => StageFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'lifeboat_stage',
    help: '1 for the stage that a resource is at.',
    labelNames: ['resource', 'stage'],
    registers,
    aggregator: 'max', // one cutover, whichever process shows it
    collect() {
      this.reset();
      for (const [resource, { stage }] of Object.entries(figures())) this.set({ resource, stage }, 1);
    },
  });
  new Gauge({
    name: 'lifeboat_stage_percent',
    help: 'Share of the callers of a resource that v2 answers.',
    labelNames: ['resource'],
    registers,
    aggregator: 'max',
    collect() {
      for (const [resource, { percent }] of Object.entries(figures())) this.set({ resource }, percent);
    },
  });
  new Gauge({
    name: 'lifeboat_breaker_open',
    help: '1 while this instance leaves v2 alone for a resource, after failures.',
    labelNames: ['resource'],
    registers,
    aggregator: 'max',
    collect() {
      for (const [resource, { broken }] of Object.entries(figures())) this.set({ resource }, broken ? 1 : 0);
    },
  });
}
