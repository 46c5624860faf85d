import type { IncomingMessage } from 'node:http';
import { copyBody, type PassCopy } from '../http/passThrough/passedMessages';
import { joinedHeaders } from '../http/upstream/followedCall';

/** A copied exchange with v1. */
export interface CopiedPass {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as received, perhaps compressed. It is undefined when it was over the limit. */
  readonly body: Buffer | undefined;
  /** Body of the client's request, if it was asked for and is within the limit. */
  readonly sent: Buffer | undefined;
}

/** Wish of an observer for a copy of an exchange with v1. */
export interface CopyWish {
  /** True if it needs the body of the client's request. */
  readonly withRequest: boolean;
  /** Gets the copy. It is undefined when the exchange broke off. */
  readonly takeCopy: (copied: CopiedPass | undefined) => void;
}

/** Copies one exchange with v1 for all that want it, at most `most` bytes of each body. */
export function copyPass(most: number, wishes: readonly CopyWish[]): PassCopy {
  let sent = (): Buffer | undefined => undefined;
  let answer: IncomingMessage | undefined;
  let body = (): Buffer | undefined => undefined;
  const takeCopy = (copied: CopiedPass | undefined): void => {
    for (const wish of wishes) wish.takeCopy(copied);
  };
  return {
    noteRequest: (request) => {
      if (!wishes.some(({ withRequest }) => withRequest)) return;
      // A stream that was paused explicitly does not begin to flow for a listener: it waits for the proxy's own reader.
      request.pause();
      sent = copyBody(request, most);
    },
    noteAnswer: (begunAnswer, prefix) => {
      answer = begunAnswer;
      body = copyBody(begunAnswer, most, prefix);
    },
    noteEnd: (isWhole) => {
      if (!isWhole || answer === undefined) takeCopy(undefined);
      else {
        const { statusCode: status = 0 } = answer;
        takeCopy({ status, headers: joinedHeaders(answer.headers), body: body(), sent: sent() });
      }
    },
  };
}
