/** Builds the security headers of the console's responses. */
import { env, isDevelopment, serviceOrigins } from '#lib/env/env.ts';

/**
 * @param nonce the response's nonce. Scripts with the nonce may load additional scripts.
 * @param formTargets the sites that a form may submit or redirect to: `here` for only the console, or
 * `elsewhere` to also allow payment pages and the identity provider
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
    // React's development build uses eval to reconstruct stack traces.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // Submitting a form can redirect to a payment page or to the identity provider.
    // The form-action directive must allow all of these sites.
    'form-action': ["'self'", ...(formTargets === 'elsewhere' ? ['https:', ...elsewhere] : [])],
    'frame-ancestors': ["'none'"],
    ...(origin.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Returns the headers for pages, route handlers, and files. */
export function commonHeaders(): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // With a no-referrer policy, browsers would submit the console's own forms with "Origin: null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(env().origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
