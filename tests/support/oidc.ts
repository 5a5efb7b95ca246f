/** A real OpenID Connect provider of a test's own, with a page to sign in on and whoever the test says. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '#scripts/ports.ts';

interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** The console's settings for it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Who may sign in there, by subject: with what it says about them. */
  readonly people: Map<string, Claims>;
  stop(): Promise<void>;
}

const CLIENT = { client_id: 'mailroom', client_secret: `canary-${randomBytes(24).toString('hex')}` };

/** Where one will be, for a console that has to know before the provider knows the console. */
export async function plannedProvider() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const settings = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_ALLOWED_DOMAINS: 'allowed.example',
    OIDC_NAME: 'Acme ID',
  };
  return { port, issuer, settings };
}

interface Options {
  /** Where it tells an address: in the signed token, or only to whoever asks with it. */
  readonly addressIn?: 'token' | 'userinfo';
}

/** @param consoleOrigin the only place it leads back to */
export async function startProvider(
  { port, issuer, settings }: Awaited<ReturnType<typeof plannedProvider>>,
  consoleOrigin: string,
  { addressIn = 'token' }: Options = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Claims>();
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${consoleOrigin}/api/auth/callback/oidc`] }],
    jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: addressIn === 'userinfo',
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_, accountId) => {
      const claims = people.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    // Whoever signs in there has agreed to all of it.
    loadExistingGrant: async ({ oidc: { session, client } }) => {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    if (ctx.method === 'GET') {
      ctx.body = SIGN_IN_PAGE;
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId: form.get('who') ?? '' } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
    ctx.respond = false;
  });
  const server: Server = provider.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    settings,
    people,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Acme ID</title><h1>Acme ID</h1>
<form method="post"><label>Who are you? <input name="who"></label><button>Continue</button>
<button name="cancel" value="1">Cancel</button></form></html>`;
