/** The HTTP servers of this process that don't serve the console, such as the server for metrics. */
import type { Server } from 'node:http';
import { singleton } from './singleton.ts';

const servers = () => singleton('internalServers', () => new WeakSet<Server>());

/** Must be called before the server accepts requests. */
export function addInternalServer(server: Server): void {
  servers().add(server);
}

/** Whether requests to the server must not be handled, limited, or logged like requests to the console. */
export const isInternalServer = (server: Server): boolean => servers().has(server);
