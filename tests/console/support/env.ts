/** Valid settings, and the problems that the console reports about invalid ones. */
import { EnvError, readEnv } from '#lib/env/env.ts';

export const REQUIRED_ENV = {
  DIRECTMAIL_BASE_URL: 'https://api.example.com/mail/',
  DIRECTMAIL_BASE_URL_V2: 'https://v2.example.com',
  DIRECTMAIL_API_KEY: 'abc-123',
  NEXTAUTH_URL: 'https://mailroom.example.com/',
  NEXTAUTH_SECRET: 'bXl0aGlydHktdHdvLXJhbmRvbS1jaGFyYWN0ZXJz',
};

export const PROVIDER_ENV = {
  OIDC_ISSUER: 'https://login.example/tenant/',
  OIDC_CLIENT_ID: 'mailroom',
  OIDC_CLIENT_SECRET: 'a secret',
};
export const EMAIL_ENV = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'mailroom@example.com' };

/** Returns one message for each variable that the console refuses. */
export function readProblems(source: Record<string, string | undefined>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

/** Returns the names of the variables that the console refuses. */
export const listProblemNames = (source: Record<string, string | undefined>) =>
  readProblems(source).map((line) => line.split(' ', 1)[0]);
