import 'server-only';
import { headers } from 'next/headers';
import type { z } from 'zod';
import { fromOurPages, sentFromElsewhere } from '#lib/auth/origin.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import { type FieldErrors, issuesToFields } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import type { FormState } from './form-state.ts';

export type { FormState } from './form-state.ts';

/** A right of the permissions table, or `member` for what every member may do. */
export type ActionGuard = Permission | 'member';

type Texts = Readonly<Record<string, string>>;
type Parsed<T> =
  | { readonly ok: true; readonly input: T; readonly values: Texts }
  | { readonly ok: false; readonly fields: FieldErrors; readonly values: Texts };

const SECRET = /password$|^source$/;

/**
 * The one wrapper of server actions: parse → origin → member → permission → run → state. `run` may redirect.
 * Fields are single texts, and an empty one counts as not given. A wrong one comes back as a sentence beside it, and
 * everything typed comes back too, except card tokens and whatever is named a password.
 */
export function formAction<S extends z.ZodObject>(
  permission: ActionGuard,
  schema: S,
  run: (input: z.output<S>, member: Member) => Promise<FormState>,
): (previous: FormState, form: FormData) => Promise<FormState> {
  return async (_, form) => {
    const received = await receive(schema, form);
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

/** The same for people without an account: parse → origin → run. Who may do it is for `run` to find out. */
export function guestAction<S extends z.ZodObject>(
  schema: S,
  run: (input: z.output<S>) => Promise<FormState>,
): (previous: FormState, form: FormData) => Promise<FormState> {
  return async (_, form) => {
    const received = await receive(schema, form);
    if ('failure' in received) return received;
    const { parsed } = received;
    if (!parsed.ok) return { fields: parsed.fields, values: parsed.values };
    const state = await run(parsed.input);
    return state.ok ? state : { values: parsed.values, ...state };
  };
}

type Received<T> = { readonly parsed: Parsed<T> } | (FormState & { readonly failure: Failure });

/** A form from a page of ours; else what is said of it. */
async function receive<S extends z.ZodObject>(schema: S, form: FormData): Promise<Received<z.output<S>>> {
  // Whoever calls an action by hand may send anything, or nothing.
  if (!(form instanceof FormData)) {
    return {
      message: 'The form was incomplete. Nothing was done.',
      failure: { kind: 'invalid', fields: {} },
    };
  }
  const parsed = parseForm(schema, form);
  if (fromOurPages(await headers())) return { parsed };
  return { message: sentFromElsewhere(), values: parsed.values, failure: { kind: 'forbidden' } };
}

/** Strict: a field that is unknown, comes twice or is a file is refused by name. React's own `$ACTION…` fields are not ours. */
function parseForm<S extends z.ZodObject>(schema: S, form: FormData): Parsed<z.output<S>> {
  const seen = new Set<string>();
  // Maps, because a name may be anything, `__proto__` included.
  const given = new Map<string, string>();
  const values = new Map<string, string>();
  const wrong = new Map<string, string>();
  for (const [name, value] of form) {
    if (name.startsWith('$ACTION')) continue;
    if (!Object.hasOwn(schema.shape, name)) wrong.set(name, 'is not a field of this form');
    // No database keeps a zero byte in a text, and nobody types one.
    else if (typeof value !== 'string' || value.includes('\0')) wrong.set(name, 'must be text');
    else if (seen.has(name)) wrong.set(name, 'was given more than once');
    else {
      seen.add(name);
      if (value !== '') given.set(name, value);
      if (!SECRET.test(name)) values.set(name, value);
    }
  }
  const typed = Object.fromEntries(values);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success && wrong.size === 0) return { ok: true, input: parsed.data, values: typed };
  const fields = { ...(parsed.success ? {} : issuesToFields(parsed.error)), ...Object.fromEntries(wrong) };
  return { ok: false, fields, values: typed };
}
