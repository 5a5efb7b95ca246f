/**
 * Finds out why single sign-on failed. next-auth and openid-client describe a failure only in the error's
 * message. Messages can contain codes, tokens, and email addresses, so the console logs selected facts
 * instead of the message.
 */
import 'server-only';
import type { SignInRefusal } from '#lib/format/sign-in.ts';

/** The facts to log about a failed sign-in. */
type SignInFacts = Readonly<Record<string, string | number>>;

export interface SignInDiagnosis {
  /** The logged reason. docs/operations.md explains each reason to operators. */
  readonly reason: string;
  /** The code for the message that is shown to the person who tried to sign in. */
  readonly refusal: SignInRefusal;
  readonly facts?: SignInFacts;
  /** An error in the console's own code. The log contains a description of the error, but no values. */
  readonly err?: unknown;
}

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly refusal: SignInRefusal;
  /**
   * Names for the values of the pattern's capture groups. A group that could contain a secret has no name,
   * and its value isn't logged.
   */
  readonly facts?: readonly string[];
}

const COMPARISON = ['expected', 'received'] as const;

/**
 * Patterns for error messages from next-auth 4 and openid-client 5. The most specific patterns come first.
 */
const RULES: readonly Rule[] = [
  {
    pattern: /cookie was missing|value could not be parsed|created for a different provider/,
    reason: 'cookie_missing',
    refusal: 'failed',
  },
  { pattern: /^state (mismatch|missing)/, reason: 'wrong_state', refusal: 'failed' },
  {
    pattern: /^(?:unexpected iss value|iss mismatch), expected (.+), got: (.+)/s,
    reason: 'wrong_issuer',
    refusal: 'misconfigured',
    facts: COMPARISON,
  },
  {
    pattern: /^aud mismatch, expected (.+), got: (.+)/s,
    reason: 'wrong_audience',
    refusal: 'misconfigured',
    facts: COMPARISON,
  },
  {
    pattern: /^aud is missing the client_id, expected (.+) to be included in (.+)/s,
    reason: 'wrong_audience',
    refusal: 'misconfigured',
    facts: COMPARISON,
  },
  { pattern: /^azp mismatch/, reason: 'wrong_audience', refusal: 'misconfigured' },
  { pattern: /^nonce mismatch/, reason: 'wrong_nonce', refusal: 'unverifiable' },
  {
    pattern: /^JWT expired, now (\d+), exp (\d+)/,
    reason: 'token_expired',
    refusal: 'expired',
    facts: ['now', 'expires'],
  },
  {
    pattern: /^JWT not active yet, now (\d+), nbf (\d+)/,
    reason: 'token_not_active',
    refusal: 'expired',
    facts: ['now', 'notBefore'],
  },
  { pattern: /^id_token not present/, reason: 'no_id_token', refusal: 'misconfigured' },
  {
    pattern: /^unexpected JWT alg received, expected (.+), got: (.+)/s,
    reason: 'wrong_algorithm',
    refusal: 'misconfigured',
    facts: COMPARISON,
  },
  {
    pattern: /^failed to validate JWT signature|^no valid key found/,
    reason: 'invalid_signature',
    refusal: 'unverifiable',
  },
  { pattern: /^userinfo sub mismatch/, reason: 'wrong_subject', refusal: 'unverifiable' },
  { pattern: /missing from (the )?response/, reason: 'incomplete_response', refusal: 'unverifiable' },
  { pattern: /JWT/, reason: 'invalid_token', refusal: 'unverifiable' },
  {
    pattern: /must be configured on the issuer/,
    reason: 'incomplete_configuration',
    refusal: 'misconfigured',
  },
  { pattern: /^outgoing request timed out/, reason: 'timeout', refusal: 'unavailable' },
];

/** Which message to show for each common OAuth error code. */
const PROVIDER_ERRORS: ReadonlyMap<string, SignInRefusal> = new Map([
  ['access_denied', 'canceled'],
  ['invalid_grant', 'failed'],
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
  ['invalid_client', 'misconfigured'],
  ['invalid_request', 'misconfigured'],
  ['invalid_scope', 'misconfigured'],
  ['unauthorized_client', 'misconfigured'],
  ['unsupported_grant_type', 'misconfigured'],
  ['unsupported_response_type', 'misconfigured'],
  ['redirect_uri_mismatch', 'misconfigured'],
]);

/** @param error the error that next-auth passed to its logger */
export function diagnoseSignIn(error: unknown): SignInDiagnosis {
  const { message, code } = describeError(error);
  // Codes that start with ERR_JW are about next-auth's encrypted cookies, which expire after 15 minutes.
  if (code?.startsWith('ERR_JW')) return { reason: 'cookie_invalid', refusal: 'failed' };
  if (code !== null && isNetworkError(code))
    return { reason: 'unreachable', refusal: 'unavailable', facts: { error: code } };
  return (
    diagnoseProviderError(message) ??
    diagnoseStatus(message) ??
    diagnoseMessage(message) ?? {
      reason: 'unknown',
      refusal: 'unverifiable',
      facts: { detail: redactText(message) },
    }
  );
}

/** Diagnoses an error in the console's own code. */
export const diagnoseOwnError = (error: unknown): SignInDiagnosis => ({
  reason: 'console_error',
  refusal: 'broken',
  facts: { error: error instanceof Error ? error.name : 'unknown' },
  err: error,
});

/** True if the code means that the console couldn't connect to the provider. */
const isNetworkError = (code: string): boolean => /^E[A-Z]+$|^EAI_|CERT|LEAF_SIGNATURE/.test(code);

function describeError(error: unknown): { readonly message: string; readonly code: string | null } {
  if (!(error instanceof Error)) return { message: '', code: null };
  return {
    message: error.message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : null,
  };
}

function diagnoseProviderError(message: string): SignInDiagnosis | null {
  const [, error, description] = /^(\w{1,50})(?: \((.*)\))?$/s.exec(message) ?? [];
  if (error === undefined) return null;
  const refusal = PROVIDER_ERRORS.get(error) ?? 'provider_error';
  const facts = {
    error: redactText(error),
    ...(description !== undefined && { description: redactText(description) }),
  };
  return { reason: 'provider_refused', refusal, facts };
}

function diagnoseStatus(message: string): SignInDiagnosis | null {
  const text = /^expected 200 OK, got: (\d{3})/.exec(message)?.[1];
  if (text === undefined) return null;
  const status = Number(text);
  const isTemporary = status >= 500 || status === 429;
  return {
    reason: 'unexpected_status',
    refusal: isTemporary ? 'unavailable' : 'misconfigured',
    facts: { status },
  };
}

function diagnoseMessage(message: string): SignInDiagnosis | null {
  for (const { pattern, reason, refusal, facts = [] } of RULES) {
    const match = pattern.exec(message);
    if (!match) continue;
    const named = facts.map((name, i) => [name, limitLength(match[i + 1] ?? '')] as const);
    return { reason, refusal, ...(named.length > 0 && { facts: Object.fromEntries(named) }) };
  }
  return null;
}

const MAX_LENGTH = 200;
const limitLength = (text: string): string => text.slice(0, MAX_LENGTH);

/**
 * Removes email addresses, as well as long character sequences that could be codes or tokens. The text comes from a
 * URL, so anyone can control it. The pattern for addresses matches only whole words, so that redacting long text
 * doesn't take quadratic time.
 */
export const redactText = (text: string): string =>
  limitLength(text.replace(/(?<!\S)\S+@\S+/g, '[address]').replace(/[\w~+/=.%-]{20,}/g, '[redacted]'));
