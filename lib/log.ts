import 'server-only';
import pino from 'pino';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** Taken out wherever they turn up near the top, should a line ever hold more than it is meant to. */
const NEVER = ['authorization', 'cookie', 'source', 'password'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** @param destination standard output when left out */
export const newLog = (level: string, destination?: pino.DestinationStream): pino.Logger =>
  pino({ level, redact: NEVER }, destination);

/** For operators. Whoever logs names facts (operation, status, milliseconds), never bodies, headers or addresses. */
export const log = (): pino.Logger => singleton('log', () => newLog(env().logLevel));
