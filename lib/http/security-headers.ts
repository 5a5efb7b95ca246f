/** Builds the security headers for the console's responses. */
import { env, isDevelopment, serviceOrigins } from '#lib/env/env.ts';

/**
 * @param nonce the response's nonce. Scripts with the nonce may load additional scripts.
 * @param pathname the page's path, which determines which other sites the page may use
 */
export function contentSecurityPolicy(nonce: string, pathname: string): string {
  const { origin } = env();
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // React's development build uses eval to reconstruct stack traces.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'", ...frameSources(pathname)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // Browsers also apply this directive when a form submission is redirected.
    'form-action': ["'self'", ...formTargets(pathname)],
    'frame-ancestors': ["'none'"],
    ...(origin.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Returns the nonce that the policy in a page request's headers allows, for scripts in the page's HTML. */
export const findNonce = (headers: Pick<Headers, 'get'>): string | undefined =>
  /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];

const isCheckout = (pathname: string): boolean => /^\/campaigns\/[^/]+\/checkout$/.test(pathname);

/** Returns the other sites whose pages the page at `pathname` may show in a frame. */
function frameSources(pathname: string): readonly string[] {
  const { cardFieldsUrl } = env();
  return cardFieldsUrl !== undefined && isCheckout(pathname) ? [new URL(cardFieldsUrl).origin] : [];
}

/** Returns the other sites that forms on the page at `pathname` may redirect to. */
function formTargets(pathname: string): readonly string[] {
  if (isCheckout(pathname) || /^\/payment-runs\/\d+$/.test(pathname)) return paymentOrigins();
  const { oidc } = env();
  return /^\/(login|second-factor\/confirm)$/.test(pathname) && oidc ? [new URL(oidc.issuer).origin] : [];
}

export const paymentOrigins = (): readonly string[] => [...serviceOrigins(env()), ...env().payLinkOrigins];

/**
 * Returns whether the request is a form submission by the browser itself, not by a script. Every browser that
 * applies the form-action directive to redirects after a form submission also sends Sec-Fetch-Mode.
 */
export const isFormNavigation = (headers: Headers): boolean => headers.get('sec-fetch-mode') === 'navigate';

/**
 * The policy for responses that aren't pages, such as JSON, built files, and redirects. Browsers apply the
 * policy if someone opens the response as a document.
 */
export const DEFAULT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Returns the headers for every response, including built files and errors. */
export function commonHeaders(): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // With a no-referrer policy, browsers would submit the console's own forms with "Origin: null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(env().origin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
