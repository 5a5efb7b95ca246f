/** Reads forms for the middleware, before Next runs the form's action. */
import type { NextRequest } from 'next/server';
import { isSameOriginForm } from '#lib/auth/origin.ts';
import type { MessagePage } from '#lib/http/message-page.ts';
import { createRefusal } from './refusal.ts';

/** The header that Next's script adds to each form that it sends. */
const ACTION_HEADER = 'next-action';

export const isFormRequest = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

/** Returns whether Next's script sent the form, instead of a browser without JavaScript. */
export const isScriptedForm = ({ headers }: Pick<Request, 'headers'>): boolean => headers.has(ACTION_HEADER);

/** Returns whether the request's form has arrived completely. Doesn't use up the request's body. */
export const isCompleteForm = async (request: Request): Promise<boolean> =>
  (await readForm(request)) !== null;

/** Returns null if the form is incomplete. */
async function readForm(request: Request): Promise<FormData | null> {
  try {
    return await request.clone().formData();
  } catch {
    // The body is truncated or isn't a form.
    return null;
  }
}

/**
 * Returns the response to a request that can't be handled while the database is down. If the request is a
 * form, the response keeps the form's values.
 */
export async function createOutageResponse(request: NextRequest): Promise<MessagePage> {
  const { method, headers, nextUrl } = request;
  const form = isFormRequest(request) ? await readForm(request) : null;
  return createRefusal(
    { why: 'no_database' },
    {
      method,
      url: `${nextUrl.pathname}${nextUrl.search}`,
      accept: headers.get('accept'),
      isAction: isScriptedForm(request),
      // Don't keep another site's form, because it would look like the console's own.
      form: form && isSameOriginForm(headers, form) ? form : undefined,
    },
  );
}
