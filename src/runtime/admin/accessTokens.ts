import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { failure, type Result, success } from '../../contract/result';
import { type OperatorRole, ROLES, type AccessTokens, type Visitor } from '../../operator/operatorParts';
import { failureCode } from '../../store/transactions';
import { reasonOf } from '../files';

const NAME = /^[a-z\d][\w.-]{0,39}$/i;

const savedToken = z.strictObject({
  name: z.string().regex(NAME),
  role: z.enum(ROLES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

type SavedToken = z.output<typeof savedToken>;

/** Name of the one token of the settings. */
const SETTING_NAME = 'admin';

/** Names that no token may have: the gateway and the sandbox's visitors use them as actors. */
const TAKEN_NAMES = new Set([SETTING_NAME, 'lifeboat', 'console']);

const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Reads the tokens of a file. A missing file holds none. */
function readTokens(file: string): Result<readonly SavedToken[], string> {
  try {
    const read = z.array(savedToken).safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? success(read.data) : failure('it is not a list of name, role and sha256');
  } catch (error) {
    if (error instanceof SyntaxError) return failure('it is not JSON');
    return failureCode(error) === 'ENOENT' ? success([]) : failure(reasonOf(error));
  }
}

/** Writes the tokens in one step: a reader sees the old or the new ones, and only the owner can read them. */
function writeTokens(file: string, tokens: readonly SavedToken[]): Result<true, string> {
  try {
    const lines = tokens.map((token) => `  ${JSON.stringify(token)}`).join(',\n');
    writeFileSync(`${file}.new`, `[\n${lines}\n]\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return success(true);
  } catch (error) {
    return failure(`${file} cannot be written: ${reasonOf(error)}`);
  }
}

function versionOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return [ino, size, mtimeMs].join(' ');
}

interface AccessTokenOptions {
  /** The one token of the settings; its role is admin. */
  readonly setting: string | undefined;
  /** File of the named tokens. */
  readonly file: string | undefined;
  /** Receives the reason why a changed file cannot be read. The earlier tokens stay in force. */
  readonly complain: (reason: string) => void;
}

/** Opens the tokens of the admin port. Reads the file again when it has changed. */
export function openAccessTokens({ setting, file, complain }: AccessTokenOptions): AccessTokens {
  let version: string | undefined;
  let savedTokens: readonly SavedToken[] = [];
  const ownEntries: readonly SavedToken[] =
    setting === undefined ? [] : [{ name: SETTING_NAME, role: 'admin', sha256: hashOf(setting) }];
  const listTokens = (): readonly SavedToken[] => {
    if (file === undefined) return ownEntries;
    const currentVersion = versionOf(file);
    if (currentVersion !== version) {
      // Noted before the read, so that an unreadable file complains once.
      version = currentVersion;
      const read = readTokens(file);
      if (read.ok) savedTokens = read.value;
      else complain(`${file}: ${read.failure}`);
    }
    return [...ownEntries, ...savedTokens];
  };
  const changeTokens = (
    edit: (tokens: readonly SavedToken[]) => Result<readonly SavedToken[], string>,
  ): Result<true, string> => {
    if (file === undefined) return failure('set admin.tokens to a file in the settings of the gateway first');
    const read = readTokens(file);
    if (!read.ok) return failure(`${file}: ${read.failure}`);
    const edited = edit(read.value);
    return edited.ok ? writeTokens(file, edited.value) : edited;
  };
  return {
    list: () => listTokens().map(({ name, role }) => ({ name, role, isSetting: name === SETTING_NAME })),
    find: (presented) => {
      const shownBytes = Buffer.from(hashOf(presented), 'hex');
      let visitor: Visitor | undefined;
      for (const { name, role, sha256 } of listTokens())
        if (timingSafeEqual(shownBytes, Buffer.from(sha256, 'hex'))) visitor = { name, role, proof: sha256 };
      return visitor;
    },
    stands: ({ name, role, proof }) =>
      listTokens().some((token) => token.name === name && token.role === role && token.sha256 === proof),
    add: (name, role: OperatorRole) => {
      const token = `lb_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      const addedTokens = changeTokens((tokens) => {
        if (!NAME.test(name)) return failure('a name is up to 40 letters, digits and any of . _ -');
        if (TAKEN_NAMES.has(name.toLowerCase()) || tokens.some((entry) => entry.name === name))
          return failure(`the name ${name} is taken: remove its token first`);
        return success([...tokens, { name, role, sha256: hashOf(token) }]);
      });
      return addedTokens.ok ? success(token) : addedTokens;
    },
    remove: (name) => {
      const removed = changeTokens((tokens) => {
        const remainingEntries = tokens.filter((token) => token.name !== name);
        if (remainingEntries.length < tokens.length) return success(remainingEntries);
        return failure(`there is no token ${name} in the file`);
      });
      return removed.ok ? success(name) : removed;
    },
  };
}
