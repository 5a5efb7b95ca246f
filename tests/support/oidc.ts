/** Runs a real OpenID Connect provider with a sign-in page. Tests add the accounts. */
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '#scripts/ports.ts';

interface Claims {
  readonly email?: string;
  /** A boolean according to the OpenID Connect specification. Some providers send a string instead. */
  readonly email_verified?: boolean | string;
  readonly name?: string;
  readonly groups?: readonly string[] | string;
  readonly realm_access?: Readonly<Record<string, readonly string[]>>;
}

/** Faults in the provider's responses. All other parts of the responses come from the real provider. */
export interface ProviderFaults {
  /** Claims to replace in the ID token, which is signed again with the provider's key. */
  claims?: Readonly<Record<string, unknown>>;
  /** Signs the ID token with a key that the provider doesn't publish. */
  unknownKey?: boolean;
  /** Signs the ID token with the client secret (HS256), or leaves the signature empty (none). */
  algorithm?: 'none' | 'HS256';
  omitIdToken?: boolean;
  /** Responses to requests for tokens or user information, keyed by the endpoint's path. */
  responses?: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** The console's settings for this provider. */
  readonly settings: Readonly<Record<string, string>>;
  /** The claims of each account, keyed by subject. */
  readonly accounts: Map<string, Claims>;
  /** Replaces the provider's faults. A new provider has no faults. */
  setFaults(faults: ProviderFaults): void;
  /** All ID tokens and access tokens that the provider has issued. */
  readonly issuedTokens: readonly string[];
  stop(): Promise<void>;
}

const CLIENT = { client_id: 'mailroom', client_secret: `canary-${randomBytes(24).toString('hex')}` };

/**
 * Reserves the provider's port, because the console needs its settings for the provider before the provider
 * can start.
 */
export async function planProvider() {
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

interface ProviderOptions {
  /** Determines whether the email address is in the ID token or only in the userinfo response. */
  readonly emailIn?: 'token' | 'userinfo';
}

/** @param consoleOrigin the only origin to which the provider redirects */
export async function startIdentityProvider(
  { port, issuer, settings }: Awaited<ReturnType<typeof planProvider>>,
  consoleOrigin: string,
  { emailIn = 'token' }: ProviderOptions = {},
): Promise<IdentityProvider> {
  const accounts = new Map<string, Claims>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  const issuedTokens: string[] = [];
  let faults: ProviderFaults = {};
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${consoleOrigin}/api/auth/callback/oidc`] }],
    jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups', 'realm_access'] },
    conformIdTokenClaims: emailIn === 'userinfo',
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_, accountId) => {
      const claims = accounts.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    // Grant the requested scopes, so that the provider doesn't show a consent page.
    loadExistingGrant: async ({ oidc: { session, client } }) => {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const replacement = faults.responses?.[ctx.path];
    if (replacement) {
      ctx.status = replacement.status;
      ctx.body = replacement.body;
    } else if (ctx.path === '/token' && ctx.status === 200) {
      ctx.body = applyTokenFaults(ctx.body as TokenResponse, faults, privateKey);
      const { id_token, access_token } = ctx.body as TokenResponse;
      issuedTokens.push(...[id_token, access_token].filter((token) => token !== undefined));
    }
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
      ? { error: 'access_denied', error_description: 'The user canceled.' }
      : { login: { accountId: form.get('username') ?? '' } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
    ctx.respond = false;
  });
  const server: Server = provider.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    settings,
    accounts,
    setFaults: (replacements) => {
      faults = replacements;
    },
    issuedTokens,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

interface TokenResponse {
  readonly id_token?: string;
  readonly access_token?: string;
}

function applyTokenFaults(
  { id_token: idToken = '', ...rest }: TokenResponse,
  { claims, unknownKey, algorithm, omitIdToken }: ProviderFaults,
  providerKey: KeyObject,
): TokenResponse {
  if (omitIdToken) return rest;
  if (!claims && !unknownKey && !algorithm) return { id_token: idToken, ...rest };
  const [header = '', payload = ''] = idToken.split('.');
  if (algorithm) return { id_token: signDifferently(algorithm, payload), ...rest };
  const original = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const altered = Buffer.from(JSON.stringify({ ...original, ...claims })).toString('base64url');
  const key = unknownKey ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : providerKey;
  const signature = sign('sha256', Buffer.from(`${header}.${altered}`), key).toString('base64url');
  return { id_token: `${header}.${altered}.${signature}`, ...rest };
}

function signDifferently(algorithm: 'none' | 'HS256', payload: string): string {
  const header = Buffer.from(JSON.stringify({ alg: algorithm, typ: 'JWT' })).toString('base64url');
  const content = `${header}.${payload}`;
  if (algorithm === 'none') return `${content}.`;
  return `${content}.${createHmac('sha256', CLIENT.client_secret).update(content).digest('base64url')}`;
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Acme ID</title><h1>Acme ID</h1>
<form method="post"><label>Username <input name="username"></label><button>Continue</button>
<button name="cancel" value="1">Cancel</button></form></html>`;
