import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import { leafPaths } from './sourcePath';

/** The mirrors of one request body, and the members that v1 never shows again. */
interface MirrorAccounts {
  readonly request: Field;
  readonly mirrors: Readonly<Record<string, string>>;
  readonly unmirrored: Readonly<Record<string, string>>;
  /** Path of the body in the file. */
  readonly path: Path;
}

/** Total accounting: every member that a v1 client may send is read back somewhere, or it is said why not. */
export function checkUnmirrored(accounts: MirrorAccounts, complaints: Complaints): void {
  const { request, mirrors, unmirrored, path } = accounts;
  const members = leafPaths(request);
  for (const member of members) {
    if (Object.hasOwn(mirrors, member) || Object.hasOwn(unmirrored, member)) continue;
    complaints.report([...path, 'mirrors'], {
      code: 'mirror-missing',
      message: `nothing says where a client reads back what it writes to ${member}`,
      hint: `add \`${member}: <attribute>\` to mirrors, or \`${member}: <reason>\` to unmirrored`,
      part: 'key',
    });
  }
  for (const member of Object.keys(unmirrored)) {
    const at = [...path, 'unmirrored', member];
    if (!members.includes(member)) {
      const message = `a v1 request has no ${member}`;
      const hint = didYouMean(member, members);
      complaints.report(at, { code: 'mirror-unknown', message, hint, part: 'key' });
    } else if (Object.hasOwn(mirrors, member)) {
      const message = `${member} is mirrored, and here it is said not to be`;
      complaints.report(at, { code: 'mirrored-twice', message, hint: 'delete this line', part: 'key' });
    }
  }
}
