/** The messages between checkout and the card form. docs/operations.md describes them for operators. */
import { isCardToken } from './card-token.ts';

/** The form's height in CSS pixels, within limits that keep the rest of checkout reachable. */
const MIN_HEIGHT = 40;
const MAX_HEIGHT = 900;

/** The console's request for a token. The answer contains the same `request`. */
export interface TokenizeMessage {
  readonly type: 'mailroom:tokenize';
  readonly nonce: string;
  readonly request: string;
}

/** `invalid`: the form shows what is wrong with the card. `failed`: the form has no usable token. */
export type CardFormAnswer = { readonly token: string } | { readonly problem: 'invalid' | 'failed' };

export type CardFormMessage =
  | { readonly type: 'ready' | 'height'; readonly height: number | undefined }
  | { readonly type: 'answer'; readonly request: string; readonly answer: CardFormAnswer };

/**
 * Parses a message from the card form. Returns undefined if the message has the wrong nonce or isn't part of the
 * protocol. A token with an invalid shape, such as a card number, counts as a failure. The caller must have checked the
 * message's origin and window.
 */
export function parseCardFormMessage(data: unknown, nonce: string): CardFormMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, nonce: received, request, height, token } = data as Readonly<Record<string, unknown>>;
  if (received !== nonce) return undefined;
  if (type === 'mailroom:ready' || type === 'mailroom:height')
    return { type: type === 'mailroom:ready' ? 'ready' : 'height', height: limitHeight(height) };
  if (typeof request !== 'string') return undefined;
  switch (type) {
    case 'mailroom:token':
      return { type: 'answer', request, answer: isCardToken(token) ? { token } : { problem: 'failed' } };
    case 'mailroom:invalid':
      return { type: 'answer', request, answer: { problem: 'invalid' } };
    case 'mailroom:failed':
      return { type: 'answer', request, answer: { problem: 'failed' } };
    default:
      return undefined;
  }
}

const limitHeight = (height: unknown): number | undefined =>
  typeof height === 'number' && Number.isFinite(height)
    ? Math.min(Math.max(Math.ceil(height), MIN_HEIGHT), MAX_HEIGHT)
    : undefined;
