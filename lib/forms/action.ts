import 'server-only';
import { headers } from 'next/headers';
import type { z } from 'zod';
import { crossOriginMessage, isSameOriginForm } from '#lib/auth/origin.ts';
import { recordRefusedAccess } from '#lib/auth/refused-access.ts';
import { getAccount, getSessionEnd, type Member } from '#lib/auth/session.ts';
import { type FieldErrors, issuesToFields } from '#lib/contract/wire.ts';
import { isDatabaseOutage } from '#lib/data/database-outage.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { DATABASE_FAILED } from '#lib/format/refused-request.ts';
import { FACTOR_REQUIRED, signedOutFormText } from '#lib/format/session-end.ts';
import { FORM_TOKEN_FIELD } from '#lib/http/form-token-names.ts';
import { logErrorOnce } from '#lib/log-errors.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import type { FormState } from './form-state.ts';
import { isSecretField } from './secret-fields.ts';

export type { FormState } from './form-state.ts';

/**
 * A permission, `member` for actions that every member can perform, or `account` for actions that a member can
 * perform even before adding a required second factor.
 */
export type ActionGuard = Permission | 'member' | 'account';

/** The message for a value that isn't a form. Only callers other than browsers can send such a value. */
export const NOT_A_FORM = 'The form was incomplete. No action was taken.';

type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
type Texts = Readonly<Record<string, string>>;
type Refused = { readonly ok: false; readonly fields: FieldErrors; readonly values: Texts };
type Parsed<T> = { readonly ok: true; readonly input: T; readonly values: Texts } | Refused;

/** Shown with the form if the console rejects a field that the page doesn't show. */
export const OUTDATED_FORM =
  'This page is out of date or contains a field that Mailroom doesn’t recognize. Reload the page, then try again.';

/**
 * Wraps a server action. Parses the form; checks the origin, the member, and the permission; and then calls `run`.
 * `run` may redirect. Each field has a single text value, and an empty field counts as missing. The returned state
 * contains an error message for each invalid field. The state also contains all submitted values except card tokens and
 * passwords.
 * @param schema the form's fields. Provide error messages only for fields whose errors the page shows. If any
 * other field is invalid, the form shows `OUTDATED_FORM`.
 */
export function formAction<S extends z.ZodObject>(
  permission: ActionGuard,
  schema: S,
  run: (input: z.output<S>, member: Member) => Promise<FormState>,
): FormAction {
  return runAction(async (form) => {
    const received = await readForm(schema, form);
    if ('failure' in received) return received;
    const { parsed } = received;
    const { values } = parsed;
    return keepFormDuringOutage(values, async () => {
      const account = await getAccount();
      if (!account) {
        return {
          message: signedOutFormText(await getSessionEnd()),
          values,
          failure: { kind: 'forbidden' },
        };
      }
      const { member, needsFactor } = account;
      if (needsFactor && permission !== 'account')
        return { message: FACTOR_REQUIRED, values, failure: { kind: 'forbidden' } };
      if (permission !== 'member' && permission !== 'account' && !isAllowed(member.role, permission)) {
        await recordRefusedAccess(member, permission, null);
        return { message: 'Your role doesn’t allow this.', values, failure: { kind: 'forbidden' } };
      }
      if (!parsed.ok) return refusedState(parsed);
      const state = await run(parsed.input, member);
      return state.ok ? state : { values, ...state };
    });
  });
}

/**
 * Wraps a server action for people without an account. Parses the form, checks the origin, and then calls
 * `run`. `run` must check access.
 */
export function guestAction<S extends z.ZodObject>(
  schema: S,
  run: (input: z.output<S>) => Promise<FormState>,
): FormAction {
  return runAction(async (form) => {
    const received = await readForm(schema, form);
    if ('failure' in received) return received;
    const { parsed } = received;
    if (!parsed.ok) return refusedState(parsed);
    const { input, values } = parsed;
    return keepFormDuringOutage(values, async () => {
      const state = await run(input);
      return state.ok ? state : { values, ...state };
    });
  });
}

/** Ignores the previous state, which React passes to actions, and runs the action as a step of the request's trace. */
const runAction =
  (run: (form: FormData) => Promise<FormState>): FormAction =>
  (_, form) =>
    runInSpan('action', {}, () => run(form));

/** If the database fails, returns a message and the submitted values. */
export async function keepFormDuringOutage(values: Texts, run: () => Promise<FormState>): Promise<FormState> {
  try {
    return await run();
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    logErrorOnce(error, {}, 'an action failed because of the database');
    return { message: DATABASE_FAILED, values };
  }
}

/**
 * Returns the state of a form with invalid fields. A rejected form always shows a message, for a field or for
 * the whole form.
 */
function refusedState({ fields, values }: Refused): FormState {
  const isOutdated = Object.values(fields).includes(OUTDATED_FORM);
  return { ...(isOutdated && { message: OUTDATED_FORM }), fields, values };
}

type Received<T> = { readonly parsed: Parsed<T> } | (FormState & { readonly failure: Failure });

/** Returns the parsed form, or the state to show if the form doesn't come from one of the console's pages. */
async function readForm<S extends z.ZodObject>(schema: S, form: FormData): Promise<Received<z.output<S>>> {
  if (!(form instanceof FormData)) return { message: NOT_A_FORM, failure: { kind: 'invalid', fields: {} } };
  const parsed = parseForm(schema, form);
  const requestHeaders = await headers();
  if (isSameOriginForm(requestHeaders, form)) return { parsed };
  return {
    message: crossOriginMessage(requestHeaders),
    values: parsed.values,
    failure: { kind: 'forbidden' },
  };
}

/**
 * Rejects unknown fields, repeated fields, and files, and names each rejected field. The forms on an
 * up-to-date page never contain unknown or repeated fields, or files. Ignores React's own fields, whose names
 * begin with `$ACTION`.
 */
function parseForm<S extends z.ZodObject>(schema: S, form: FormData): Parsed<z.output<S>> {
  const seen = new Set<string>();
  // A Map is safe for every possible field name, even `__proto__`.
  const given = new Map<string, string>();
  const values = new Map<string, string>();
  const refused = new Set<string>();
  for (const [name, value] of form) {
    if (name.startsWith('$ACTION') || name === FORM_TOKEN_FIELD) continue;
    if (!Object.hasOwn(schema.shape, name)) refused.add(name);
    // PostgreSQL can't store a null byte in text.
    else if (typeof value !== 'string' || value.includes('\0')) refused.add(name);
    else if (seen.has(name)) refused.add(name);
    else {
      seen.add(name);
      if (value !== '') given.set(name, value);
      if (!isSecretField(name)) values.set(name, value);
    }
  }
  const typedValues = Object.fromEntries(values);
  const parsed = schema.safeParse(Object.fromEntries(given), { error: () => OUTDATED_FORM });
  if (parsed.success && refused.size === 0) return { ok: true, input: parsed.data, values: typedValues };
  const fields = {
    ...(parsed.success ? {} : issuesToFields(parsed.error)),
    ...Object.fromEntries([...refused].map((name) => [name, OUTDATED_FORM])),
  };
  return { ok: false, fields, values: typedValues };
}
