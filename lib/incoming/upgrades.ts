/**
 * Handles requests for another protocol, such as WebSocket, as ordinary requests. Next would keep the
 * connections of these requests open forever without responding, so callers could open any number of
 * connections.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/**
 * Removes the upgrade listeners of all HTTP servers in this process. Without a listener, Node ignores the
 * Upgrade header. Runs when a connection is opened, because Node calls upgrade listeners before it reports the
 * request.
 */
export function ignoreUpgrades(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: { server?: Server } };
    socket.server?.removeAllListeners('upgrade');
  });
}
