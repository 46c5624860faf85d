import { settingsRows, shownRows } from './support/settingsTable.ts';

describe('the page of settings', () => {
  it('matches the schema of the settings: after a change run `npm run settings`', () => {
    expect(shownRows()).toEqual(settingsRows());
  });
});
