import { failure, type Result, success } from '../../../translation/result';

/** A line that names a read: its path alone, or `GET` before it. */
const READ = /^(?:GET\s+)?(\/\S*)$/;

/** The v1 reads that a text names, one a line; empty lines and comments after `#` say nothing. */
export function readPaths(text: string): Result<readonly string[], string> {
  const paths: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const said = line.replace(/(^|\s)#.*$/, '').trim();
    if (said === '') continue;
    const path = READ.exec(said)?.[1];
    if (path === undefined)
      return failure(`line ${index + 1}: "${said}" is no v1 path such as /v1/accounts/7`);
    paths.push(path);
  }
  return paths.length === 0 ? failure('names no path') : success(paths);
}
