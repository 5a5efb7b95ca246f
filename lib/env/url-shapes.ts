/**
 * Schemas for settings that are URLs. Error messages never contain a setting's value, because some values are
 * secrets.
 */
import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';

function parseUrl(text: string): URL | null {
  // The URL parser accepts spaces, tabs, and backslashes, but such characters in a setting are a mistake.
  if (/[\s\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return null;
  return url;
}

/** Returns whether the host is this computer, in which case requests to the host don't cross a network. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether requests to the URL are encrypted, or stay on this computer. */
const isPrivate = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);

/** Returns whether only this computer can use the URL. */
export const isLoopbackUrl = (text: string): boolean => isLoopback(URL.parse(text)?.hostname ?? '');

const HTTPS_REQUIRED =
  'must be an https URL, because anyone on the network can read http. Only this computer’s own addresses, such as http://127.0.0.1:3000, may use http';

export const serviceBase = (meaning: string) =>
  z.string({ error: `is missing: ${meaning}` }).transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return url.href.replace(/\/+$/, '');
    context.addIssue(
      url ? HTTPS_REQUIRED : `must be an https URL without a user, query, or fragment: ${meaning}`,
    );
    return z.NEVER;
  });

const PUBLIC_ORIGIN = 'the console’s public URL, such as https://mailroom.example.com';
export const publicOrigin = z.string({ error: `is missing: ${PUBLIC_ORIGIN}` }).transform((text, context) => {
  const url = parseUrl(text);
  if (url && url.pathname === '/' && isPrivate(url)) return url.origin;
  context.addIssue(
    url && !isPrivate(url) ? HTTPS_REQUIRED : `must be an https origin without a path: ${PUBLIC_ORIGIN}`,
  );
  return z.NEVER;
});

/** Splits a list in a setting at commas and spaces. */
export const splitList = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

export const origins = z
  .string()
  .optional()
  .transform((text = '', context) =>
    splitList(text).map((part) => {
      const url = parseUrl(part);
      if (url && url.pathname === '/') return url.origin;
      context.addIssue('must be http or https origins, separated by commas');
      return z.NEVER;
    }),
  );

export const cardFieldsUrl = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return url.href;
    context.addIssue(url ? HTTPS_REQUIRED : 'must be an https URL without a user, query, or fragment');
    return z.NEVER;
  })
  .optional();

/**
 * Returns whether pages at the two URLs share cookies, which don't depend on the port. For loopback URLs,
 * which are used to try out the console, returns true only if they have the same origin.
 */
export function haveCommonCookies(a: string, b: string): boolean {
  const [first, second] = [URL.parse(a), URL.parse(b)];
  if (first === null || first.hostname !== second?.hostname) return false;
  return !isLoopback(first.hostname) || first.origin === second.origin;
}

/** With any other sslmode, the connection may be unencrypted, or encrypted without certificate verification. */
const SSL_MODES = /^(verify-full|disable)$/;
const SSL_MODE_REQUIRED =
  'must say whether connections to another computer are encrypted. Add ?sslmode=verify-full to the URL, or ?sslmode=disable if no one else can read the network';

export const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be a postgres:// URL',
    abort: true,
  })
  .refine((text) => {
    const url = new URL(text);
    // A URL without a host refers to a socket on this computer.
    const isLocal = url.hostname === '' || isLoopback(url.hostname);
    return isLocal || SSL_MODES.test(url.searchParams.get('sslmode') ?? '');
  }, SSL_MODE_REQUIRED)
  .refine((text) => {
    const file = new URL(text).searchParams.get('sslrootcert');
    // The console changes its working directory when it starts.
    return file === null || (isAbsolute(file) && isReadable(file));
  }, 'must name the certificate file in sslrootcert with an absolute path that Mailroom can read')
  .optional();

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Compares two issuers and ignores trailing slashes, because providers may add or omit them. */
export const isSameIssuer = (a: string, b: string): boolean =>
  a.replace(/\/+$/, '') === b.replace(/\/+$/, '');

export const issuer = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text);
    if (url && isPrivate(url)) return text.replace(/\/+$/, '');
    context.addIssue('must be your identity provider’s https URL, without a query or fragment');
    return z.NEVER;
  })
  .optional();
