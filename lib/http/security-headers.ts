/** The response headers of every page. */
import { env, inDevelopment, serviceOrigins } from '#lib/env/env.ts';

/**
 * @param nonce of this one response. Scripts need it, and what they load in turn is trusted with them.
 * @param formsLead where its forms may lead: nowhere else, or to a payment and the identity provider besides
 */
export function contentSecurityPolicy(nonce: string, formsLead: 'here' | 'elsewhere' = 'elsewhere'): string {
  const { origin, payLinkOrigins, oidc } = env();
  const elsewhere = [
    ...serviceOrigins(env()),
    ...payLinkOrigins,
    ...(oidc ? [new URL(oidc.issuer).origin] : []),
  ];
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // React's development build evaluates text to rebuild stack traces.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(inDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", inDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // Forms that start a payment, or signing in at the provider, are answered with a redirect, which this has to allow.
    'form-action': ["'self'", ...(formsLead === 'elsewhere' ? ['https:', ...elsewhere] : [])],
    'frame-ancestors': ["'none'"],
    ...(origin.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** For pages, routes and files alike. */
export function commonHeaders(): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // With no-referrer a browser would send our own forms with "Origin: null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(env().origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
