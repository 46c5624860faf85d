import { z } from 'zod';

/** As much of an entry of a HAR file (HTTP Archive 1.2) as an exchange is made of. */
const harEntry = z.object({
  startedDateTime: z.string(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({
    status: z.int(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }),
  }),
});

type Content = z.infer<typeof harEntry>['response']['content'];

function textOf({ text = '', encoding }: Content): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}

/** What one entry says, in the members of a recorded exchange; undefined where it is none. */
export function harExchange(entry: unknown, id: string): unknown {
  const read = harEntry.safeParse(entry);
  if (!read.success) return undefined;
  const { request, response, startedDateTime } = read.data;
  if (!URL.canParse(request.url)) return undefined;
  const { pathname, search } = new URL(request.url);
  const headers = response.headers.map(({ name, value }) => [name.toLowerCase(), value]);
  const sent = request.postData?.text;
  return {
    id,
    at: Date.parse(startedDateTime),
    method: request.method,
    target: `${pathname}${search}`,
    ...(sent === undefined ? {} : { sent }),
    status: response.status,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: textOf(response.content),
  };
}
