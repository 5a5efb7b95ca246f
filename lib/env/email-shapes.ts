/**
 * Schemas for the email server settings. Error messages never contain a setting's value, because some values
 * are secrets.
 */
import { z } from 'zod';
import { isLoopback } from './url-shapes.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * True for smtps, where the connection is encrypted from the start. With smtp, STARTTLS turns on encryption
   * later.
   */
  readonly encrypted: boolean;
  readonly local: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export const smtpServer = z
  .string()
  .transform((text, context): SmtpServer => {
    const server = parseSmtpUrl(text);
    if (server) return server;
    context.addIssue('must be an smtp:// or smtps:// URL, such as smtps://user:password@mail.example.com');
    return z.NEVER;
  })
  .optional();

function parseSmtpUrl(text: string): SmtpServer | null {
  const url = /[\s\\]/.test(text) ? null : URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) return null;
  const encrypted = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (encrypted ? 465 : 587),
      encrypted,
      local: isLoopback(url.hostname),
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  } catch {
    // Decoding fails if the text contains a percent sign that doesn't encode a character.
    return null;
  }
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** An email address, alone or with a name: `mailroom@example.com` or `Mailroom <mailroom@example.com>`. */
export const sender = z
  .string()
  .transform((text, context): Sender => {
    const [, name = '', bracketed] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
    const address = z.email().safeParse((bracketed ?? text).trim());
    if (address.success) return { name: name.trim() || 'Mailroom', address: address.data };
    context.addIssue('must be an email address, such as Mailroom <mailroom@example.com>');
    return z.NEVER;
  })
  .optional();
