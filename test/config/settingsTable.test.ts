import { settingsRows, shownRows } from './support/settingsTable';

describe('the page of settings', () => {
  it('shows every setting as the schema has it: after a change run `npm run settings`', () => {
    expect(shownRows()).toEqual(settingsRows());
  });
});
