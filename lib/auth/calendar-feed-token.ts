/** The token in a calendar feed's URL grants access to the feed. Only the token's hash is stored. */
import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { env } from '#lib/env/env.ts';

const TOKEN_BYTES = 32;
const FILE_NAME = /^([\w-]{43})\.ics$/;

export const createFeedToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the hash that identifies a feed in the database. */
export const hashFeedToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Returns the URL that calendar apps read. */
export const feedUrl = (token: string): string => `${env().origin}/calendar/feed/${token}.ics`;

/** @param file the last part of a feed's URL, such as "<token>.ics" */
export const readFeedToken = (file: string): string | null => FILE_NAME.exec(file)?.[1] ?? null;
