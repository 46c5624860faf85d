import { parseOrigin } from '../../src/config/settingKinds.js';

describe('parseOrigin', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['HTTPS://API.Example.com:443', 'https://api.example.com'],
    ['http://api.example.com:8000', 'http://api.example.com:8000'],
    [' https://api.example.com\n', 'https://api.example.com'],
  ])('reads %j as %s', (text, origin) => expect(parseOrigin(text)).toEqual({ ok: true, origin }));

  it.each([
    ['api.example.com', 'https://api.example.com'],
    ['api.example.com:8443', 'https://api.example.com:8443'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['localhost:9000', 'http://localhost:9000'],
    ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['[::1]:9000', 'http://[::1]:9000'],
  ])('gives %s a scheme: https, and http only on this machine', (text, origin) =>
    expect(parseOrigin(text)).toEqual({ ok: true, origin }),
  );

  it.each([
    ['https://api.example.com/v2', /path/],
    ['https://api.example.com/?a=1', /query/],
    ['https://api.example.com/#a', /fragment/],
    ['https://me:secret@api.example.com', /credentials/],
    ['ftp://api.example.com', /http or https/],
    ['file:///etc/passwd', /http or https/],
    ['https://', /not an address/],
    ['', /not an address/],
    ['two words', /not an address/],
  ])('refuses %j', (text, message) => {
    const parsed = parseOrigin(text);
    expect(parsed).toMatchObject({ ok: false, message: expect.stringMatching(message) as string });
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
});
