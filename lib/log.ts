import 'server-only';
import pino from 'pino';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** Fields that are redacted up to two levels deep, in case a log line contains them by mistake. */
const REDACTED = ['authorization', 'cookie', 'source', 'password'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** @param destination standard output by default */
export const createLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino({ level, redact: REDACTED }, destination);

/** The operators' log. Log facts such as operation, status and duration, never bodies, headers or addresses. */
export const log = (): pino.Logger => singleton('log', () => createLog(env().logLevel));
