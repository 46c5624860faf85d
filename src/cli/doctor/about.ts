import type { Finding, Severity } from './finding';

/** Makes findings about one subject; whatever is not in order comes with what to do about it. */
export interface About {
  readonly ok: (message: string) => Finding;
  readonly warning: (message: string, advice: string | undefined) => Finding;
  readonly error: (message: string, advice: string | undefined) => Finding;
}

/** The maker of findings about a subject. */
export function about(subject: string): About {
  const bad = (severity: Severity) => (message: string, advice: string | undefined) => ({
    subject,
    severity,
    message,
    ...(advice === undefined ? {} : { advice }),
  });
  return {
    ok: (message) => ({ subject, severity: 'ok', message }),
    warning: bad('warning'),
    error: bad('error'),
  };
}
