/** The HTTP servers in this process that don't serve the console, such as the server for metrics. */
import type { Server } from 'node:http';
import { singleton } from './singleton.ts';

const servers = () => singleton('internalServers', () => new WeakSet<Server>());

/** Must be called before the server accepts requests. */
export function addInternalServer(server: Server): void {
  servers().add(server);
}

/**
 * Whether the server is internal, so that the console's request handling, limits, and logs don't apply to it.
 */
export const isInternalServer = (server: Server): boolean => servers().has(server);
