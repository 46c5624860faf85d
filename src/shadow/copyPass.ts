import type { IncomingMessage } from 'node:http';
import { copyBody, type PassCopy } from '../http/shadowPort';
import { joinedHeaders } from '../http/upstream/followedCall';

/** What has passed by. */
export interface Copied {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, perhaps packed; undefined when it was over the cap. */
  readonly body: Buffer | undefined;
  /** The client's own body, where it was asked for and is within the cap. */
  readonly sent: Buffer | undefined;
}

/** What is copied, and up to how many bytes of each body. */
interface CopyOptions {
  readonly most: number;
  readonly withRequest: boolean;
}

/** Copies one exchange with v1; `done` is told what passed by, or undefined when it broke off. */
export function copyPass(
  { most, withRequest }: CopyOptions,
  done: (copied: Copied | undefined) => void,
): PassCopy {
  let sent = (): Buffer | undefined => undefined;
  let answer: IncomingMessage | undefined;
  let body = (): Buffer | undefined => undefined;
  return {
    requested: (request) => {
      if (!withRequest) return;
      // A stream that was paused by name does not begin to flow for a listener: it waits for whoever passes it on.
      request.pause();
      sent = copyBody(request, most);
    },
    answered: (begun, before) => {
      answer = begun;
      body = copyBody(begun, most, before);
    },
    ended: (whole) => {
      if (!whole || answer === undefined) done(undefined);
      else {
        const { statusCode: status = 0 } = answer;
        done({ status, headers: joinedHeaders(answer.headers), body: body(), sent: sent() });
      }
    },
  };
}
