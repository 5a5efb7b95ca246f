/**
 * Stops the console without losing a request. After SIGTERM, the console still accepts connections for a
 * while, so that proxies can find out that it isn't ready anymore. Then it finishes the pending requests and
 * the background work, closes the database, and exits with 0. Next would exit with 143, which process
 * managers regard as a failure. Next would also wait for clients that keep sending requests on one
 * connection, but not for background work.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beginExit, countUnfinishedWork, endWork, runExitSteps } from './unfinished-work.ts';

export interface StopOptions {
  /** The maximum time from the signal to the exit. */
  readonly shutdownMs: number;
  /** How long the console accepts connections after SIGTERM. */
  readonly delayMs: number;
  /** Called once when the process begins to stop, and again just before it exits. */
  readonly report: (message: 'stopping' | 'stopped', signal: NodeJS.Signals) => void;
}

/**
 * How long connections without a request stay open after the console has stopped accepting new ones. A proxy
 * may be sending a request on such a connection, and can't send the request again if the connection ends
 * before the response. After this time, the proxy knows that the console no longer accepts connections.
 */
const IDLE_CONNECTION_MS = 1_000;
/** The exit code of a program that was stopped with Ctrl+C. */
const INTERRUPTED_EXIT_CODE = 130;

/**
 * Must be called before Next starts. Replaces Next's own signal handling. After SIGTERM, the process exits
 * with 0 if everything has ended in time. If not, the process exits with 1.
 */
export function stopCleanly({ shutdownMs, delayMs, report }: StopOptions): void {
  const servers = new Set<Server>();
  const connections = new Set<Socket>();
  /** The responses that haven't been sent, with their connections. */
  const pending = new Map<ServerResponse, Socket>();
  let isStopping = false;
  let closeIdleConnections = () => {};
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    servers.add((message as { server: Server }).server);
  });
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  subscribe('http.server.request.start', (message) => {
    const { response, socket } = message as { response: ServerResponse; socket: Socket };
    pending.set(response, socket);
    if (isStopping) closeConnectionAfter(response);
    response.once('close', () => {
      pending.delete(response);
      closeIdleConnections();
    });
  });

  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    report('stopping', signal);
    setTimeout(() => {
      const unfinished = pending.size + countUnfinishedWork();
      console.warn(`Stopped before ${unfinished} requests or tasks were finished.`);
      process.exit(1);
    }, shutdownMs);
    beginExit();
    for (const response of pending.keys()) closeConnectionAfter(response);
    const isInterrupted = signal === 'SIGINT';
    // After Ctrl+C, there's no need to wait for a proxy.
    if (!isInterrupted && servers.size > 0) await wait(delayMs);
    const closed = [...servers].map(stopAccepting);
    if (!isInterrupted) await Promise.race([Promise.all(closed), wait(IDLE_CONNECTION_MS)]);
    // Node's own method with the same name would keep a connection on which no complete request has arrived.
    closeIdleConnections = () => {
      const busy = new Set(pending.values());
      for (const socket of connections) if (!busy.has(socket)) socket.destroy();
    };
    closeIdleConnections();
    await Promise.all(closed);
    await endWork();
    for (const error of await runExitSteps()) console.warn('A part of the console didn’t stop.', error);
    report('stopped', signal);
    process.exit(isInterrupted ? INTERRUPTED_EXIT_CODE : 0);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** Stops accepting connections. @returns a promise that resolves when all connections have ended */
function stopAccepting(server: Server): Promise<void> {
  // The `close` method of HTTP servers would also close idle connections.
  return new Promise((closed) => Server.prototype.close.call(server, () => closed()));
}

function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
