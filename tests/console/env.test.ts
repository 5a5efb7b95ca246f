/** Tests which values the console reads from valid settings, and which defaults it uses for missing ones. */
import { describe, expect, it } from 'vitest';
import { readEnv, readStoreEnv, serviceOrigins } from '#lib/env/env.ts';
import { EMAIL_ENV, listProblemNames, PROVIDER_ENV, REQUIRED_ENV } from './support/env.ts';

describe('reading the settings', () => {
  it('returns defaults for missing variables', () => {
    expect(readEnv(REQUIRED_ENV)).toEqual({
      baseUrl: 'https://api.example.com/mail',
      baseUrlV2: 'https://v2.example.com',
      apiKey: 'abc-123',
      previousApiKey: undefined,
      origin: 'https://mailroom.example.com',
      secret: REQUIRED_ENV.NEXTAUTH_SECRET,
      previousSecret: undefined,
      databaseUrl: undefined,
      databaseMigrationUrl: undefined,
      dataFolder: '.data',
      databaseTimeoutMs: 4_000,
      databasePool: 10,
      host: '127.0.0.1',
      maxLargeRequests: 8,
      port: 3000,
      monthlyInvoice: false,
      bulkConfirmAbove: { campaigns: 25, amount: 500_000 },
      payLinkOrigins: [],
      cardFieldsUrl: undefined,
      cardTokens: false,
      templateUpdatePath: undefined,
      oidc: null,
      passwordSignIn: true,
      sessionIdleHours: 8,
      sessionHours: 12,
      apiRequestsPerMinute: 120,
      syncCallsPerMinute: 120,
      trustedProxies: [],
      email: null,
      logLevel: 'info',
      retention: expect.objectContaining({ activity: null, visits: 365 }),
      shutdownMs: 25_000,
      shutdownDelayMs: 0,
      logFormat: 'json',
      metrics: null,
      tracing: null,
    });
  });

  it.each([
    'postgres://u:p@127.0.0.1:5432/mailroom',
    'postgres://u:p@[::1]/mailroom',
    'postgres:///mailroom?host=/run/postgresql',
    'postgres://u:p@db.example/mailroom?sslmode=verify-full',
    'postgres://u:p@db.example/mailroom?sslmode=disable',
  ])('accepts DATABASE_URL=%s', (databaseUrl) => {
    expect(readEnv({ ...REQUIRED_ENV, DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  it('treats an empty variable as missing', () => {
    expect(readEnv({ ...REQUIRED_ENV, DATABASE_URL: '', PORT: ' ' })).toMatchObject({
      databaseUrl: undefined,
      port: 3000,
    });
    expect(listProblemNames({ ...REQUIRED_ENV, DIRECTMAIL_API_KEY: '' })).toEqual(['DIRECTMAIL_API_KEY']);
  });

  it('returns the values of optional variables', () => {
    const env = readEnv({
      ...REQUIRED_ENV,
      DATABASE_URL: 'postgresql://u:p@db/mailroom?sslmode=verify-full',
      PAY_LINK_ORIGINS: 'https://pay.example, http://127.0.0.1:4242/',
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}',
    });
    expect(env.databaseUrl).toBe('postgresql://u:p@db/mailroom?sslmode=verify-full');
    expect(env.payLinkOrigins).toEqual(['https://pay.example', 'http://127.0.0.1:4242']);
    expect(env.templateUpdatePath).toBe('/v1/templates/{id}');
  });

  it('returns how members enter a card', () => {
    expect(readEnv({ ...REQUIRED_ENV, CARD_TOKENS: 'true' })).toMatchObject({
      cardTokens: true,
      cardFieldsUrl: undefined,
    });
    for (const url of ['https://cards.example.com/mailroom', 'http://127.0.0.1:4010/card-form'])
      expect(readEnv({ ...REQUIRED_ENV, CARD_FIELDS_URL: url })).toMatchObject({ cardFieldsUrl: url });
    const local = {
      NEXTAUTH_URL: 'http://127.0.0.1:3000',
      CARD_FIELDS_URL: 'http://127.0.0.1:4010/card-form',
    };
    expect(readEnv({ ...REQUIRED_ENV, ...local }).cardFieldsUrl).toBe(local.CARD_FIELDS_URL);
  });

  it('returns how members can sign in', () => {
    const env = readEnv({
      ...REQUIRED_ENV,
      ...PROVIDER_ENV,
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
    expect(readEnv(REQUIRED_ENV)).toMatchObject({ trustedProxies: [], host: '127.0.0.1' });
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
    expect(readEnv({ ...REQUIRED_ENV, ...PROVIDER_ENV }).oidc).toMatchObject({
      allowedDomains: [],
      defaultRole: 'viewer',
      trustEmail: false,
      trustSecondFactor: false,
      roleClaim: null,
      roleMap: new Map(),
    });
    const local = { ...PROVIDER_ENV, OIDC_ISSUER: 'http://127.0.0.1:4000' };
    expect(readEnv({ ...REQUIRED_ENV, ...local }).oidc?.issuer).toBe('http://127.0.0.1:4000');
  });

  it('returns the SMTP server and the sender’s address', () => {
    expect(readEnv({ ...REQUIRED_ENV, ...EMAIL_ENV }).email).toEqual({
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
    expect(readEnv({ ...REQUIRED_ENV, ...complete }).email).toEqual({
      server: { host: '::1', port: 465, encrypted: true, local: true, user: 'us@er', password: 'p/w' },
      from: { name: 'The team', address: 'team@example.com' },
    });
  });

  it('requires only the database settings in a program that needs no others', () => {
    expect(readStoreEnv({ MAILROOM_DATA: '/data' })).toEqual({ databaseUrl: undefined, dataFolder: '/data' });
    expect(() => readStoreEnv({ DATABASE_URL: 'nowhere' })).toThrow(/DATABASE_URL/);
  });

  it('returns the mail service’s origins', () => {
    expect(serviceOrigins(readEnv(REQUIRED_ENV))).toEqual([
      'https://api.example.com',
      'https://v2.example.com',
    ]);
    expect(serviceOrigins({ baseUrl: 'http://a.example/x', baseUrlV2: 'http://a.example/y' })).toEqual([
      'http://a.example',
    ]);
  });
});
