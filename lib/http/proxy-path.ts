/** The paths below /api that Next handles: the routes in app/api. */
const NEXT_PATHS =
  /^\/api\/(?:auth\/.+|campaigns\/[^/]+\/(?:checkout|status)|jobs\/[^/]+|pay\/return|payment-runs\/[^/]+|search|suggestions)$/;

/**
 * Returns whether the path belongs to the proxy, which is served without Next. Paths with extra slashes belong to Next,
 * which redirects them.
 */
export function isProxyPath(path: string): boolean {
  if (!path.startsWith('/api/') || /\/$|[\\/]{2}|\\/.test(path)) return false;
  return !NEXT_PATHS.test(path);
}
