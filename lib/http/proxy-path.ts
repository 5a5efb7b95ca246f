/** The first segments of the paths below /api that Next handles, as named in app/api. */
const NEXT_SEGMENTS = new Set(['auth', 'campaigns', 'jobs', 'pay', 'payment-runs', 'search', 'suggestions']);

/**
 * Returns whether the path belongs to the proxy, which is served without Next. Paths with extra slashes belong to Next,
 * which redirects them.
 */
export function isProxyPath(path: string): boolean {
  if (!path.startsWith('/api/') || /\/$|[\\/]{2}|\\/.test(path)) return false;
  return !NEXT_SEGMENTS.has(path.split('/', 3)[2] ?? '');
}
