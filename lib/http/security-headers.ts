/** The response headers of every page. */
import { env, isDevelopment, serviceOrigins } from '#lib/env/env.ts';

/**
 * @param nonce of this response. Scripts with it may load further scripts.
 * @param formTargets whether forms may lead only to the console, or also to payment pages and the identity provider
 */
export function contentSecurityPolicy(
  nonce: string,
  formTargets: 'here' | 'elsewhere' = 'elsewhere',
): string {
  const { origin, payLinkOrigins, oidc } = env();
  const elsewhere = [
    ...serviceOrigins(env()),
    ...payLinkOrigins,
    ...(oidc ? [new URL(oidc.issuer).origin] : []),
  ];
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // React's development build evaluates text to rebuild stack traces.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // Forms that start a payment or sign-in at the provider redirect there, which this directive must allow.
    'form-action': ["'self'", ...(formTargets === 'elsewhere' ? ['https:', ...elsewhere] : [])],
    'frame-ancestors': ["'none'"],
    ...(origin.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** The headers of pages, route handlers and files. */
export function commonHeaders(): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // With no-referrer, browsers would send the console's own forms with "Origin: null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(env().origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
