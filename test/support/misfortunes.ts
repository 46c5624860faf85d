import { adminChange } from './adminChange.ts';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, type Game, RESOURCE } from './startGame.ts';
import type { Seen, Trouble } from './troubledSide.ts';

const regExp = /\/currency-offers\/\d+$/;
const many = /\/currency-offers$/;
/** Calls of v2 for currency offers. */
export const isRead = ({ method, path }: Seen): boolean => method === 'GET' && regExp.test(path);
export const isList = ({ method, path }: Seen): boolean => method === 'GET' && many.test(path);
export const isWrite = ({ method }: Seen): boolean => method === 'PATCH';
const always = (): boolean => true;

type On = 'v1' | 'v2';

/** Trouble of one API that depends on the call. */
export const troubles = (side: On, of: (request: Seen) => Trouble | undefined) => ({
  begin: (game: Game) => {
    game[side].trouble = of;
  },
  mend: (game: Game) => {
    game[side].trouble = undefined;
  },
});

/** Trouble of one API, for some of its calls. */
export const trouble = (side: On, trouble: Trouble, when: (request: Seen) => boolean = always) =>
  troubles(side, (request) => (when(request) ? trouble : undefined));

/** One API that refuses connections. */
export const away = (side: On) => ({
  begin: (game: Game) => game[side].down(),
  mend: (game: Game) => game[side].up(),
});

type GivenChange = Parameters<typeof adminChange>[0];

/** Has the operator change something. */
export const change = (game: Game, madeEntry: GivenChange): Promise<string> =>
  game.admin(...adminChange(madeEntry, { resource: RESOURCE, by: 'ada', reason: 'a test of ada' }));

/** An overlay that is set and forgotten. */
export const overlay = (set: (game: Game) => GivenChange, unset: GivenChange) => ({
  begin: (game: Game) => change(game, set(game)),
  mend: (game: Game) => change(game, unset),
});

const file = (game: Game, name: string): string => join(game.folder, name);

/** A file that is replaced by a folder, so that it can be neither read nor written, and comes back as it was. */
export const lost = (name: string) => ({
  begin: (game: Game) => {
    renameSync(file(game, name), file(game, `${name}.aside`));
    mkdirSync(file(game, name));
  },
  mend: (game: Game) => {
    rmSync(file(game, name), { recursive: true });
    renameSync(file(game, `${name}.aside`), file(game, name));
  },
});

/** A file that an operator edits badly, and mends. */
export const edited = (name: string, edit: (text: string) => string) => ({
  begin: (game: Game) => {
    const text = readFileSync(file(game, name), 'utf8');
    writeFileSync(file(game, `${name}.aside`), text, { mode: 0o600 });
    writeFileSync(file(game, name), edit(text), { mode: 0o600 });
  },
  mend: (game: Game) => {
    writeFileSync(file(game, name), readFileSync(file(game, `${name}.aside`), 'utf8'), { mode: 0o600 });
    rmSync(file(game, `${name}.aside`));
  },
});

const refusesMappings = async (game: Game): Promise<boolean> =>
  (await game.admin('/readyz')).includes('change of the mappings is refused');

/** Looks at changed files that the game's clock lets happen; two that agree begin a reload. */
const LOOKS = 4;

/**
 * A file of the mappings that an operator edits badly, and mends. A thread checks it for some seconds by the machine's
 * clock, during which the game's stands.
 */
export const editedMapping = (name: string, edit: (text: string) => string) => {
  const { begin, mend } = edited(join('mappings', name), edit);
  const checked = async (game: Game, isRefused: boolean): Promise<void> => {
    // A request between two looks gives the one before it the time of the machine's disk.
    for (let look = 0; look < LOOKS; look += 1) {
      await game.clock.advance(500);
      await refusesMappings(game);
    }
    while ((await refusesMappings(game)) !== isRefused);
  };
  return {
    begin: async (game: Game): Promise<void> => {
      begin(game);
      await checked(game, true);
    },
    mend: async (game: Game): Promise<void> => {
      mend(game);
      await checked(game, false);
    },
  };
};

/** Prices that are wrong. */
export const moreExpensive = (body: string): string =>
  body.replace(/"price_eur":"([\d.]+)"/g, '"price_eur":"1$1"');

/** Edits half of the answers to wrong prices: two of four in a row, so that clients who alternate two requests see both kinds. */
export const halfWrong = ({ number }: Seen): Trouble => (number % 4 < 2 ? { edit: moreExpensive } : {});

/** The first caller, sent to one side by the operator. */
export const pin = (game: Game, side: 'v1' | 'none'): Promise<string> =>
  change(game, { kind: 'pin', caller: fingerprint(game.keys[0] ?? ''), side });
