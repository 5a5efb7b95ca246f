import 'server-only';
import { headers } from 'next/headers';
import type { z } from 'zod';
import { crossOriginMessage, isSameOrigin } from '#lib/auth/origin.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import { type FieldErrors, issuesToFields } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import type { FormState } from './form-state.ts';

export type { FormState } from './form-state.ts';

/** A permission, or `member` for actions that every member can perform. */
export type ActionGuard = Permission | 'member';

type Texts = Readonly<Record<string, string>>;
type Parsed<T> =
  | { readonly ok: true; readonly input: T; readonly values: Texts }
  | { readonly ok: false; readonly fields: FieldErrors; readonly values: Texts };

const SECRET_FIELD = /password$|^source$/;

/**
 * Wraps a server action. Parses the form, checks the origin, the member, and the permission, and calls `run`.
 * `run` may redirect. Each field has a single text value, and an empty field counts as missing. The returned
 * state contains a sentence for each invalid field. The state also contains all submitted values except card
 * tokens and passwords.
 */
export function formAction<S extends z.ZodObject>(
  permission: ActionGuard,
  schema: S,
  run: (input: z.output<S>, member: Member) => Promise<FormState>,
): (previous: FormState, form: FormData) => Promise<FormState> {
  return async (_, form) => {
    const received = await readForm(schema, form);
    if ('failure' in received) return received;
    const { parsed } = received;
    const { values } = parsed;
    const member = await getMember();
    if (!member) {
      return {
        message: 'You’re signed out. Sign in, then try again.',
        values,
        failure: { kind: 'forbidden' },
      };
    }
    if (permission !== 'member' && !isAllowed(member.role, permission)) {
      return { message: 'Your role doesn’t allow this.', values, failure: { kind: 'forbidden' } };
    }
    if (!parsed.ok) return { fields: parsed.fields, values };
    const state = await run(parsed.input, member);
    return state.ok ? state : { values, ...state };
  };
}

/**
 * Wraps a server action for people without an account. Parses the form, checks the origin, and calls `run`,
 * which must check access.
 */
export function guestAction<S extends z.ZodObject>(
  schema: S,
  run: (input: z.output<S>) => Promise<FormState>,
): (previous: FormState, form: FormData) => Promise<FormState> {
  return async (_, form) => {
    const received = await readForm(schema, form);
    if ('failure' in received) return received;
    const { parsed } = received;
    if (!parsed.ok) return { fields: parsed.fields, values: parsed.values };
    const state = await run(parsed.input);
    return state.ok ? state : { values: parsed.values, ...state };
  };
}

type Received<T> = { readonly parsed: Parsed<T> } | (FormState & { readonly failure: Failure });

/** Returns the parsed form, or the state to show if the form doesn't come from one of the console's pages. */
async function readForm<S extends z.ZodObject>(schema: S, form: FormData): Promise<Received<z.output<S>>> {
  // Callers other than browsers can send a value that isn't a form.
  if (!(form instanceof FormData)) {
    return {
      message: 'The form was incomplete. No action was taken.',
      failure: { kind: 'invalid', fields: {} },
    };
  }
  const parsed = parseForm(schema, form);
  if (isSameOrigin(await headers())) return { parsed };
  return { message: crossOriginMessage(), values: parsed.values, failure: { kind: 'forbidden' } };
}

/**
 * Rejects unknown fields, repeated fields, and files, and names each rejected field. Ignores React's own
 * fields, whose names begin with `$ACTION`.
 */
function parseForm<S extends z.ZodObject>(schema: S, form: FormData): Parsed<z.output<S>> {
  const seen = new Set<string>();
  // A Map is safe for every possible field name, even `__proto__`.
  const given = new Map<string, string>();
  const values = new Map<string, string>();
  const wrong = new Map<string, string>();
  for (const [name, value] of form) {
    if (name.startsWith('$ACTION')) continue;
    if (!Object.hasOwn(schema.shape, name)) wrong.set(name, 'is not a valid field for this form');
    // PostgreSQL can't store a null byte in text.
    else if (typeof value !== 'string' || value.includes('\0')) wrong.set(name, 'must be text');
    else if (seen.has(name)) wrong.set(name, 'was given more than once');
    else {
      seen.add(name);
      if (value !== '') given.set(name, value);
      if (!SECRET_FIELD.test(name)) values.set(name, value);
    }
  }
  const typedValues = Object.fromEntries(values);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success && wrong.size === 0) return { ok: true, input: parsed.data, values: typedValues };
  const fields = { ...(parsed.success ? {} : issuesToFields(parsed.error)), ...Object.fromEntries(wrong) };
  return { ok: false, fields, values: typedValues };
}
