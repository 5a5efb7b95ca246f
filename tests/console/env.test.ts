import { describe, expect, it } from 'vitest';
import { EnvError, readEnv, readStoreEnv, serviceOrigins } from '#lib/env/env.ts';

const required = {
  DIRECTMAIL_BASE_URL: 'https://api.example.com/mail/',
  DIRECTMAIL_BASE_URL_V2: 'https://v2.example.com',
  DIRECTMAIL_API_KEY: 'abc-123',
  NEXTAUTH_URL: 'https://mailroom.example.com/',
  NEXTAUTH_SECRET: 'bXl0aGlydHktdHdvLXJhbmRvbS1jaGFyYWN0ZXJz',
};

const provider = {
  OIDC_ISSUER: 'https://login.example/tenant/',
  OIDC_CLIENT_ID: 'mailroom',
  OIDC_CLIENT_SECRET: 'a secret',
};
const email = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'mailroom@example.com' };

function readProblems(source: Record<string, string | undefined>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

const problemNames = (source: Record<string, string | undefined>) =>
  readProblems(source).map((line) => line.split(' ', 1)[0]);

describe('the settings', () => {
  it('have defaults', () => {
    expect(readEnv(required)).toEqual({
      baseUrl: 'https://api.example.com/mail',
      baseUrlV2: 'https://v2.example.com',
      apiKey: 'abc-123',
      origin: 'https://mailroom.example.com',
      secret: required.NEXTAUTH_SECRET,
      databaseUrl: undefined,
      dataFolder: '.data',
      databaseTimeoutMs: 15_000,
      host: '127.0.0.1',
      maxLargeRequests: 8,
      port: 3000,
      monthlyInvoice: false,
      payLinkOrigins: [],
      templateUpdatePath: undefined,
      oidc: null,
      passwordSignIn: true,
      sessionIdleHours: 8,
      sessionHours: 12,
      apiRequestsPerMinute: 120,
      trustedProxies: [],
      email: null,
      logLevel: 'info',
    });
  });

  it('report all missing variables in one error', () => {
    expect(problemNames({})).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
    ]);
  });

  it('report all malformed variables in one error, without any values', () => {
    const malformed = {
      DIRECTMAIL_BASE_URL: 'ftp://secret-1.example',
      DIRECTMAIL_BASE_URL_V2: 'https://user:secret-2@example.com',
      DIRECTMAIL_API_KEY: 'secret 3',
      NEXTAUTH_URL: 'https://secret-4.example/path',
      NEXTAUTH_SECRET: 'secret-5',
      DATABASE_URL: 'mysql://secret-6',
      PORT: '70000',
      HOST: 'secret 23',
      PAY_LINK_ORIGINS: 'https://fine.example, secret-7',
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/secret-8',
      OIDC_ISSUER: 'http://secret-10.example',
      OIDC_CLIENT_ID: 'secret\n-11',
      OIDC_CLIENT_SECRET: `secret-12${'x'.repeat(500)}`,
      OIDC_ALLOWED_DOMAINS: 'fine.example, secret-13@example.com',
      OIDC_DEFAULT_ROLE: 'secret-14',
      OIDC_NAME: `secret-15${'x'.repeat(40)}`,
      OIDC_TRUST_EMAIL: 'secret-20',
      OIDC_TRUST_SECOND_FACTOR: 'secret-23',
      OIDC_ROLE_CLAIM: 'secret\n-21',
      OIDC_ROLE_MAP: 'staff=viewer,secret-22=owner',
      PASSWORD_SIGN_IN: 'secret-16',
      TRUSTED_PROXY_ADDRESSES: 'secret-17',
      SMTP_URL: 'https://secret-18.example',
      MAIL_FROM: 'secret-19',
      LOG_LEVEL: 'secret-9',
    };
    expect(problemNames(malformed)).toEqual(Object.keys(malformed));
    expect(readProblems(malformed).join()).not.toMatch(/secret-\d/);
  });

  it.each([
    ['DIRECTMAIL_BASE_URL', 'https://api.example.com?key=1'],
    ['DIRECTMAIL_BASE_URL', 'https:\\\\api.example.com'],
    ['DIRECTMAIL_BASE_URL', 'api.example.com'],
    ['DIRECTMAIL_API_KEY', 'schlüssel'],
    ['DIRECTMAIL_API_KEY', 'a\tb'],
    ['NEXTAUTH_URL', 'mailroom.example.com'],
    ['PORT', '0'],
    ['MAX_LARGE_REQUESTS', '0'],
    ['PORT', '3000x'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', '/v1/../{id}'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', 'https://elsewhere.example/v1/{id}'],
    ['OIDC_ISSUER', 'https://login.example/?tenant=1'],
    ['OIDC_TRUST_EMAIL', 'yes'],
    ['TRUSTED_PROXY_ADDRESSES', '1'],
    ['TRUSTED_PROXY_ADDRESSES', '10.0.0.0/33'],
    ['TRUSTED_PROXY_ADDRESSES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '1'],
    ['HOST', 'not a host'],
    ['DIRECTMAIL_BASE_URL', 'http://api.example.com'],
    ['DIRECTMAIL_BASE_URL_V2', 'http://192.0.2.1:8080'],
    ['NEXTAUTH_URL', 'http://mailroom.example.com'],
    ['NEXTAUTH_SECRET', 'a'.repeat(40)],
    ['NEXTAUTH_SECRET', 'password'.repeat(5)],
    ['NEXTAUTH_SECRET', '0123456789012345678901234567890123456789'],
    ['DATABASE_URL', 'postgres://u:p@db.example/mailroom'],
    ['DATABASE_URL', 'postgres://u:p@10.0.0.5/mailroom?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://u:p@db.example/mailroom?sslmode=no-verify'],
    ['NEXTAUTH_SECRET', 'replace-with-at-least-32-random-characters'],
    ['SMTP_URL', 'smtp://mail.example/path'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://us%er@mail.example'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Mailroom\nBcc: <a@example.com>'],
  ])('reject %s=%s', (name, value) => {
    expect(problemNames({ ...required, ...provider, ...email, [name]: value })).toEqual([name]);
  });

  it.each([
    'postgres://u:p@127.0.0.1:5432/mailroom',
    'postgres://u:p@[::1]/mailroom',
    'postgres:///mailroom?host=/run/postgresql',
    'postgres://u:p@db.example/mailroom?sslmode=verify-full',
    'postgres://u:p@db.example/mailroom?sslmode=disable',
  ])('accept DATABASE_URL=%s', (databaseUrl) => {
    expect(readEnv({ ...required, DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  it('treat an empty variable as missing', () => {
    expect(readEnv({ ...required, DATABASE_URL: '', PORT: ' ' })).toMatchObject({
      databaseUrl: undefined,
      port: 3000,
    });
    expect(problemNames({ ...required, DIRECTMAIL_API_KEY: '' })).toEqual(['DIRECTMAIL_API_KEY']);
  });

  it('include the optional variables', () => {
    const env = readEnv({
      ...required,
      DATABASE_URL: 'postgresql://u:p@db/mailroom?sslmode=verify-full',
      PAY_LINK_ORIGINS: 'https://pay.example, http://127.0.0.1:4242/',
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}',
    });
    expect(env.databaseUrl).toBe('postgresql://u:p@db/mailroom?sslmode=verify-full');
    expect(env.payLinkOrigins).toEqual(['https://pay.example', 'http://127.0.0.1:4242']);
    expect(env.templateUpdatePath).toBe('/v1/templates/{id}');
  });

  it('include the ways that members can sign in', () => {
    const env = readEnv({
      ...required,
      ...provider,
      OIDC_ALLOWED_DOMAINS: 'Example.com, other.example',
      OIDC_DEFAULT_ROLE: 'sender',
      OIDC_NAME: 'Acme ID',
      OIDC_TRUST_EMAIL: 'true',
      OIDC_TRUST_SECOND_FACTOR: 'true',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_MAP: 'mail admins = admin, CN=Senders=sender,',
      PASSWORD_SIGN_IN: 'false',
      TRUSTED_PROXY_ADDRESSES: '10.0.0.1, 2001:db8::/32',
      HOST: '0.0.0.0',
    });
    expect(env).toMatchObject({ passwordSignIn: false, host: '0.0.0.0' });
    expect(env.trustedProxies.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '10.0.0.1/32',
      '2001:db8::/32',
    ]);
    expect(readEnv(required)).toMatchObject({ trustedProxies: [], host: '127.0.0.1' });
    expect(env.oidc).toEqual({
      issuer: 'https://login.example/tenant',
      clientId: 'mailroom',
      clientSecret: 'a secret',
      allowedDomains: ['example.com', 'other.example'],
      defaultRole: 'sender',
      name: 'Acme ID',
      trustEmail: true,
      trustSecondFactor: true,
      roleClaim: 'groups',
      roleMap: new Map([
        ['mail admins', 'admin'],
        ['CN=Senders', 'sender'],
      ]),
    });
    expect(readEnv({ ...required, ...provider }).oidc).toMatchObject({
      allowedDomains: [],
      defaultRole: 'viewer',
      trustEmail: false,
      trustSecondFactor: false,
      roleClaim: null,
      roleMap: new Map(),
    });
    const local = { ...provider, OIDC_ISSUER: 'http://127.0.0.1:4000' };
    expect(readEnv({ ...required, ...local }).oidc?.issuer).toBe('http://127.0.0.1:4000');
  });

  it('include the SMTP server and the sender’s address', () => {
    expect(readEnv({ ...required, ...email }).email).toEqual({
      server: {
        host: 'mail.example',
        port: 587,
        encrypted: false,
        local: false,
        user: undefined,
        password: undefined,
      },
      from: { name: 'Mailroom', address: 'mailroom@example.com' },
    });
    const complete = { SMTP_URL: 'smtps://us%40er:p%2Fw@[::1]', MAIL_FROM: 'The team <team@example.com>' };
    expect(readEnv({ ...required, ...complete }).email).toEqual({
      server: { host: '::1', port: 465, encrypted: true, local: true, user: 'us@er', password: 'p/w' },
      from: { name: 'The team', address: 'team@example.com' },
    });
  });

  it.each([
    ['OIDC_CLIENT_ID', { ...provider, OIDC_CLIENT_ID: '' }],
    ['OIDC_CLIENT_SECRET', { ...provider, OIDC_CLIENT_SECRET: '' }],
    ['OIDC_ISSUER', { ...provider, OIDC_ISSUER: '' }],
    ['OIDC_ROLE_MAP', { ...provider, OIDC_ROLE_CLAIM: 'groups' }],
    ['OIDC_ROLE_CLAIM', { ...provider, OIDC_ROLE_MAP: 'staff=viewer' }],
    ['SMTP_URL', { ...email, SMTP_URL: '' }],
    ['MAIL_FROM', { ...email, MAIL_FROM: '' }],
    ['PASSWORD_SIGN_IN', { PASSWORD_SIGN_IN: 'false' }],
  ])('require %s when related variables are set', (name, settings) => {
    expect(problemNames({ ...required, ...settings })).toEqual([name]);
  });

  it.each(['staff', 'staff=', '=viewer', 'staff=owner', 'staff=viewer,staff=admin', 'staff=Admin'])(
    'reject OIDC_ROLE_MAP=%s',
    (OIDC_ROLE_MAP) => {
      const settings = { ...required, ...provider, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP };
      expect(problemNames(settings)).toEqual(['OIDC_ROLE_MAP']);
    },
  );

  it('include only the database settings for a program that needs no other settings', () => {
    expect(readStoreEnv({ MAILROOM_DATA: '/data' })).toEqual({ databaseUrl: undefined, dataFolder: '/data' });
    expect(() => readStoreEnv({ DATABASE_URL: 'nowhere' })).toThrow(/DATABASE_URL/);
  });

  it('list the mail service’s origins', () => {
    expect(serviceOrigins(readEnv(required))).toEqual(['https://api.example.com', 'https://v2.example.com']);
    expect(serviceOrigins({ baseUrl: 'http://a.example/x', baseUrlV2: 'http://a.example/y' })).toEqual([
      'http://a.example',
    ]);
  });
});
