import 'server-only';
import pino from 'pino';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/**
 * Fields that are redacted from log lines, up to two levels deep. No log line should contain these fields.
 */
const REDACTED = ['authorization', 'cookie', 'source', 'password'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** @param destination the output stream, or standard output by default */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino({ level, redact: REDACTED }, destination);

/**
 * Returns the operators' log. Log facts such as the operation, status, and duration. Never log bodies,
 * headers, or addresses.
 */
export const log = (): pino.Logger => singleton('log', () => createLog(env().logLevel));
