import 'server-only';
import pino from 'pino';
import { env } from './env.ts';
import { singleton } from './singleton.ts';

/** For operators. Whoever logs names facts (operation, status, milliseconds), never bodies, headers or addresses. */
export const log = (): pino.Logger => singleton('log', () => pino({ level: env().logLevel }));
