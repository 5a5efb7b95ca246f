/**
 * PostgreSQL's classes of error codes for problems with the connection or the server: connection failures,
 * insufficient resources, operator intervention such as a shutdown or a timeout, and system errors.
 */
const SERVER_ERRORS = /^(08|53|57|58)...$/;
const LOCK_TIMEOUT = '55P03';
/** The server is a standby, because a failover is under way. */
const READ_ONLY = '25006';
const NETWORK_ERRORS = /^(ECONN|ENET|EHOST|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_)/;
/** The messages of node-postgres and PGlite errors that have no error code. */
const MESSAGES =
  /^(Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|PGlite is closed)/;

const MAX_CAUSES = 5;

/** Returns whether an error means that the database is down, unreachable, or too slow. */
export function isDatabaseOutage(error: unknown, causesLeft = MAX_CAUSES): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (SERVER_ERRORS.test(code) || code === LOCK_TIMEOUT || code === READ_ONLY || NETWORK_ERRORS.test(code))
    return true;
  if (MESSAGES.test(error.message)) return true;
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  return causesLeft > 0 && causes.some((cause) => isDatabaseOutage(cause, causesLeft - 1));
}
