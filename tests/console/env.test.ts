import { describe, expect, it } from 'vitest';
import { EnvError, readEnv, readStoreEnv, serviceOrigins } from '#lib/env.ts';

const good = {
  DIRECTMAIL_BASE_URL: 'https://api.example.com/mail/',
  DIRECTMAIL_BASE_URL_V2: 'https://v2.example.com',
  DIRECTMAIL_API_KEY: 'abc-123',
  NEXTAUTH_URL: 'https://mailroom.example.com/',
  NEXTAUTH_SECRET: 'x'.repeat(32),
};

function problems(source: Record<string, string | undefined>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

const named = (source: Record<string, string | undefined>) =>
  problems(source).map((line) => line.split(' ', 1)[0]);

describe('the settings', () => {
  it('are read, with their defaults', () => {
    expect(readEnv(good)).toEqual({
      baseUrl: 'https://api.example.com/mail',
      baseUrlV2: 'https://v2.example.com',
      apiKey: 'abc-123',
      origin: 'https://mailroom.example.com',
      secret: 'x'.repeat(32),
      databaseUrl: undefined,
      dataFolder: '.data',
      port: 3000,
      monthlyInvoice: false,
      payLinkOrigins: [],
      templateUpdatePath: undefined,
      logLevel: 'info',
    });
  });

  it('name everything that is missing at once, and fall back to nothing', () => {
    expect(named({})).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
    ]);
  });

  it('name everything that is malformed at once, without repeating a value', () => {
    const bad = {
      DIRECTMAIL_BASE_URL: 'ftp://secret-1.example',
      DIRECTMAIL_BASE_URL_V2: 'https://user:secret-2@example.com',
      DIRECTMAIL_API_KEY: 'secret 3',
      NEXTAUTH_URL: 'https://secret-4.example/path',
      NEXTAUTH_SECRET: 'secret-5',
      DATABASE_URL: 'mysql://secret-6',
      PORT: '70000',
      PAY_LINK_ORIGINS: 'https://fine.example, secret-7',
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/secret-8',
      LOG_LEVEL: 'secret-9',
    };
    expect(named(bad)).toEqual(Object.keys(bad));
    expect(problems(bad).join()).not.toMatch(/secret-\d/);
  });

  it.each([
    ['DIRECTMAIL_BASE_URL', 'https://api.example.com?key=1'],
    ['DIRECTMAIL_BASE_URL', 'https:\\\\api.example.com'],
    ['DIRECTMAIL_BASE_URL', 'api.example.com'],
    ['DIRECTMAIL_API_KEY', 'schlüssel'],
    ['DIRECTMAIL_API_KEY', 'a\tb'],
    ['NEXTAUTH_URL', 'mailroom.example.com'],
    ['PORT', '0'],
    ['PORT', '3000x'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', '/v1/../{id}'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', 'https://elsewhere.example/v1/{id}'],
  ])('refuse %s=%s', (name, value) => {
    expect(named({ ...good, [name]: value })).toEqual([name]);
  });

  it('take an empty value as none', () => {
    expect(readEnv({ ...good, DATABASE_URL: '', PORT: ' ' })).toMatchObject({
      databaseUrl: undefined,
      port: 3000,
    });
    expect(named({ ...good, DIRECTMAIL_API_KEY: '' })).toEqual(['DIRECTMAIL_API_KEY']);
  });

  it('keep the optional ones', () => {
    const env = readEnv({
      ...good,
      DATABASE_URL: 'postgresql://u:p@db/mailroom',
      PAY_LINK_ORIGINS: 'https://pay.example, http://127.0.0.1:4242/',
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}',
    });
    expect(env.databaseUrl).toBe('postgresql://u:p@db/mailroom');
    expect(env.payLinkOrigins).toEqual(['https://pay.example', 'http://127.0.0.1:4242']);
    expect(env.templateUpdatePath).toBe('/v1/templates/{id}');
  });

  it('are fewer for a program that only needs the database', () => {
    expect(readStoreEnv({ MAILROOM_DATA: '/data' })).toEqual({ databaseUrl: undefined, dataFolder: '/data' });
    expect(() => readStoreEnv({ DATABASE_URL: 'nowhere' })).toThrow(/DATABASE_URL/);
  });

  it('tell which origins are the service', () => {
    expect(serviceOrigins(readEnv(good))).toEqual(['https://api.example.com', 'https://v2.example.com']);
    expect(serviceOrigins({ baseUrl: 'http://a.example/x', baseUrlV2: 'http://a.example/y' })).toEqual([
      'http://a.example',
    ]);
  });
});
