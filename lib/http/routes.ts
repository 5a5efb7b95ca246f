/**
 * Finds the route of a request, such as `/campaigns/[id]`. Logs, metrics, and traces contain routes instead of paths,
 * because a path can contain a token, and because callers can invent any number of paths.
 */

import { operations } from '#lib/contract/operations.ts';
import { matchOperations } from '#lib/contract/wire.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { isProxyPath } from './proxy-path.ts';

/** A route with parameters, and the pattern of its paths. */
interface RoutePattern {
  readonly route: string;
  readonly pattern: RegExp;
}

export interface BuiltRoutes {
  readonly fixed: readonly string[];
  /** In the order in which Next compares them. */
  readonly patterns: readonly RoutePattern[];
}

/** The route of requests that match none of the console's routes. */
const UNKNOWN_ROUTE = '(unknown)';
/** The route of all built files. */
export const STATIC_ROUTE = '/_next/static/[file]';
const STATIC_FILES = '/_next/static/';
/** The route for proxy requests that don't match any operation. */
const PROXY_ROUTE = '/api/[version]/[[...path]]';

interface RouteTable {
  readonly fixed: ReadonlySet<string>;
  /**
   * The patterns by the first segment of their paths, because comparing a path with every pattern would take
   * longer.
   */
  readonly patterns: ReadonlyMap<string, readonly RoutePattern[]>;
}

const table = () =>
  singleton('routes', () => ({ routes: { fixed: new Set(), patterns: new Map() } as RouteTable }));

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Sets the build's routes. Until then, and in development, only built files have a known route. */
export function setBuiltRoutes({ fixed, patterns }: BuiltRoutes): void {
  table().routes = {
    fixed: new Set(fixed),
    patterns: Map.groupBy(patterns, ({ route }) => firstSegment(route)),
  };
}

/** @param url the path and query, exactly as sent */
export function findRoute(method: string, url: string): string {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith(STATIC_FILES)) return STATIC_ROUTE;
  const { fixed, patterns } = table().routes;
  if (isProxyPath(path)) return findOperationRoute(method, path) ?? PROXY_ROUTE;
  if (fixed.has(path)) return path;
  const found = patterns.get(firstSegment(path))?.find(({ pattern }) => pattern.test(path));
  return found?.route ?? UNKNOWN_ROUTE;
}

/**
 * Whether one of the build's routes matches a URL. Always false in development.
 * @param url the path and query, exactly as sent
 */
export const isKnownUrl = (url: string): boolean => findRoute('GET', url) !== UNKNOWN_ROUTE;

/** Returns the path of the operation that a request to the proxy asks for, such as `/api/v1/campaigns/{id}`. */
function findOperationRoute(method: string, path: string): string | undefined {
  const match = matchOperations(method, path.split('/').slice(2));
  const name = match.found ? match.operations[0] : undefined;
  return name && `/api${operations[name].path}`;
}
