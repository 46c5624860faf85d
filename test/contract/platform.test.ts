import { platformOf } from '../../src/contract/platform.js';

const file = "/keys/it's mine.yaml";

describe('the operating system', () => {
  it.each(['linux', 'darwin'])('%s has file modes, and a signal that reloads', (name) => {
    const { stops, reloads, hasModes, protect } = platformOf(name);
    expect({ stops, reloads, hasModes }).toEqual({
      stops: ['SIGINT', 'SIGTERM'],
      reloads: 'SIGHUP',
      hasModes: true,
    });
    expect(protect(file)).toBe(String.raw`chmod 600 '/keys/it'\''s mine.yaml'`);
    expect(protect('/keys/mine.yaml')).toBe('chmod 600 /keys/mine.yaml');
  });

  it('win32 has access lists, and stops when its window is closed', () => {
    const { stops, reloads, hasModes, protect } = platformOf('win32');
    expect({ stops, reloads, hasModes }).toEqual({
      stops: ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'],
      reloads: undefined,
      hasModes: false,
    });
    expect(protect(String.raw`C:\keys\mine.yaml`)).toBe(
      String.raw`icacls "C:\keys\mine.yaml" /inheritance:r /grant:r "%USERNAME%:F"`,
    );
  });
});
