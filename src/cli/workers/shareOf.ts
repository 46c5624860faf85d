import type { Config } from '../../config/config';

const divided = (whole: number, count: number): number => Math.max(1, Math.floor(whole / count));

/** The settings of one of several workers: together they ask no more than one process, and let no more wait. */
export function shareOf(config: Config, count: number): Config {
  const { comparison } = config;
  const { requestsPerMinute, queue } = comparison;
  return {
    ...config,
    comparison: {
      ...comparison,
      requestsPerMinute: divided(requestsPerMinute, count),
      queue: divided(queue, count),
    },
  };
}
