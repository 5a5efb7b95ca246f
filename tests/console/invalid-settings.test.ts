/** Tests which invalid settings keep the console from starting. */
import { describe, expect, it } from 'vitest';
import { EMAIL_ENV, listProblemNames, PROVIDER_ENV, REQUIRED_ENV, readProblems } from './support/env.ts';

describe('reading the settings', () => {
  it.each([
    ['DIRECTMAIL_BASE_URL', 'https://api.example.com?key=1'],
    ['DIRECTMAIL_BASE_URL', 'https:\\\\api.example.com'],
    ['DIRECTMAIL_BASE_URL', 'api.example.com'],
    ['DIRECTMAIL_API_KEY', 'schlüssel'],
    ['DIRECTMAIL_API_KEY', 'a\tb'],
    ['NEXTAUTH_URL', 'mailroom.example.com'],
    ['PORT', '0'],
    ['MAX_LARGE_REQUESTS', '0'],
    ['BULK_CONFIRM_ABOVE', '25'],
    ['BULK_CONFIRM_ABOVE', '25,-1'],
    ['PORT', '3000x'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', '/v1/../{id}'],
    ['DIRECTMAIL_TEMPLATE_UPDATE_PATH', 'https://elsewhere.example/v1/{id}'],
    ['CARD_TOKENS', 'yes'],
    ['CARD_FIELDS_URL', 'http://cards.example.com/form'],
    ['CARD_FIELDS_URL', 'https://cards.example.com/form?key=1'],
    ['CARD_FIELDS_URL', 'https://cards.example.com/form#nonce'],
    ['CARD_FIELDS_URL', 'https://user:password@cards.example.com/form'],
    ['CARD_FIELDS_URL', 'javascript:alert(1)'],
    ['CARD_FIELDS_URL', "https://cards.example.com;script-src 'unsafe-inline'/"],
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
    ['DATABASE_URL', 'postgres://u:p@db.example/mailroom?sslmode=verify-full&sslrootcert=/no/such/file.pem'],
    // The file exists, but the console changes its working directory when it starts.
    ['DATABASE_URL', 'postgres://u:p@db.example/mailroom?sslmode=verify-full&sslrootcert=package.json'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', 'many'],
    ['NEXTAUTH_SECRET', 'replace-with-at-least-32-random-characters'],
    ['NEXTAUTH_SECRET_PREVIOUS', 'replace-with-at-least-32-random-characters'],
    ['NEXTAUTH_SECRET_PREVIOUS', 'a'.repeat(40)],
    ['NEXTAUTH_SECRET_PREVIOUS', REQUIRED_ENV.NEXTAUTH_SECRET],
    ['DIRECTMAIL_API_KEY_PREVIOUS', 'with a space'],
    ['DIRECTMAIL_API_KEY_PREVIOUS', REQUIRED_ENV.DIRECTMAIL_API_KEY],
    ['SMTP_URL', 'smtp://mail.example/path'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://us%er@mail.example'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Mailroom\nBcc: <a@example.com>'],
  ])('rejects %s=%s', (name, value) => {
    expect(listProblemNames({ ...REQUIRED_ENV, ...PROVIDER_ENV, ...EMAIL_ENV, [name]: value })).toEqual([
      name,
    ]);
  });

  it.each(['staff', 'staff=', '=viewer', 'staff=owner', 'staff=viewer,staff=admin', 'staff=Admin'])(
    'rejects OIDC_ROLE_MAP=%s',
    (OIDC_ROLE_MAP) => {
      const settings = { ...REQUIRED_ENV, ...PROVIDER_ENV, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP };
      expect(listProblemNames(settings)).toEqual(['OIDC_ROLE_MAP']);
    },
  );

  it.each([
    ['OIDC_CLIENT_ID', { ...PROVIDER_ENV, OIDC_CLIENT_ID: '' }],
    ['OIDC_CLIENT_SECRET', { ...PROVIDER_ENV, OIDC_CLIENT_SECRET: '' }],
    ['OIDC_ISSUER', { ...PROVIDER_ENV, OIDC_ISSUER: '' }],
    ['OIDC_ROLE_MAP', { ...PROVIDER_ENV, OIDC_ROLE_CLAIM: 'groups' }],
    ['OIDC_ROLE_CLAIM', { ...PROVIDER_ENV, OIDC_ROLE_MAP: 'staff=viewer' }],
    ['SMTP_URL', { ...EMAIL_ENV, SMTP_URL: '' }],
    ['MAIL_FROM', { ...EMAIL_ENV, MAIL_FROM: '' }],
    ['PASSWORD_SIGN_IN', { PASSWORD_SIGN_IN: 'false' }],
  ])('requires %s when related variables are set', (name, settings) => {
    expect(listProblemNames({ ...REQUIRED_ENV, ...settings })).toEqual([name]);
  });

  it.each([
    ['https://mailroom.example.com', 'https://mailroom.example.com/cards'],
    ['https://mailroom.example.com', 'https://mailroom.example.com:8443/cards'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/cards'],
  ])('rejects a card form that shares cookies or an origin with the console: %s, %s', (origin, form) => {
    const settings = { ...REQUIRED_ENV, NEXTAUTH_URL: origin, CARD_FIELDS_URL: form };
    expect(listProblemNames(settings)).toEqual(['CARD_FIELDS_URL']);
  });

  it('rejects a card form combined with a field for card tokens', () => {
    const settings = { ...REQUIRED_ENV, CARD_FIELDS_URL: 'https://cards.example.com/form' };
    expect(listProblemNames({ ...settings, CARD_TOKENS: 'true' })).toEqual(['CARD_TOKENS']);
    expect(listProblemNames({ ...settings, CARD_TOKENS: 'false' })).toEqual([]);
  });

  it('reports all missing variables in one error', () => {
    expect(listProblemNames({})).toEqual([
      'DIRECTMAIL_BASE_URL',
      'DIRECTMAIL_BASE_URL_V2',
      'DIRECTMAIL_API_KEY',
      'NEXTAUTH_URL',
      'NEXTAUTH_SECRET',
    ]);
  });

  it('reports all malformed variables in one error, without any values', () => {
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
    expect(listProblemNames(malformed)).toEqual(Object.keys(malformed));
    expect(readProblems(malformed).join()).not.toMatch(/secret-\d/);
  });
});
