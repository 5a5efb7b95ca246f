/** Checks forms and actions for the middleware, before Next runs the action. */
import type { NextRequest } from 'next/server';
import { isSameOriginForm } from '#lib/auth/origin.ts';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import type { Refusal } from '#lib/format/refused-request.ts';
import type { MessagePage } from '#lib/http/message-page.ts';
import { log } from '#lib/log.ts';
import { findEncodingProblem } from './encoded-action.ts';
import { createRefusal } from './refusal.ts';

/** The header that Next's script adds to each form that it sends. */
const ACTION_HEADER = 'next-action';
const URL_ENCODED = 'application/x-www-form-urlencoded';

export const isFormRequest = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

/** Returns whether the form was sent by Next's script, not by a browser without JavaScript. */
export const isScriptedForm = ({ headers }: Pick<Request, 'headers'>): boolean => headers.has(ACTION_HEADER);

/**
 * Returns the response to a request that calls an action in a way that Next can't process, for example with a
 * truncated form. Returns null if Next can process the request. Doesn't use up the request's body.
 */
export async function refuseInvalidAction(request: NextRequest): Promise<MessagePage | null> {
  if (request.method !== 'POST') return null;
  const refusal = await findProblem(request);
  if (refusal === null) return null;
  const { method, headers } = request;
  // Don't log the URL, because it can contain a token.
  log().warn({ why: refusal.why, method, from: addressFromHeaders(headers) }, 'a request was refused');
  return createResponse(request, refusal, refusal.why === 'out_of_date');
}

async function findProblem(request: NextRequest): Promise<Refusal | null> {
  const { headers, nextUrl } = request;
  const id = headers.get(ACTION_HEADER);
  const call = { path: nextUrl.pathname, id };
  if (isFormRequest(request)) {
    const body = await readForm(request);
    return body === null ? { why: 'malformed' } : findEncodingProblem({ ...call, body });
  }
  // Next doesn't run actions from URL-encoded forms.
  if (id === null || headers.get('content-type') === URL_ENCODED) return null;
  const body = Buffer.from(await request.clone().arrayBuffer()).toString('utf8');
  return findEncodingProblem({ ...call, body });
}

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
export const createOutageResponse = (request: NextRequest): Promise<MessagePage> =>
  createResponse(request, { why: 'no_database' }, true);

/** @param keepsForm whether the response keeps the values of the request's form */
async function createResponse(
  request: NextRequest,
  refusal: Refusal,
  keepsForm: boolean,
): Promise<MessagePage> {
  const { method, headers, nextUrl } = request;
  const form = keepsForm && isFormRequest(request) ? await readForm(request) : null;
  return createRefusal(refusal, {
    method,
    url: `${nextUrl.pathname}${nextUrl.search}`,
    accept: headers.get('accept'),
    isAction: isScriptedForm(request),
    // Don't keep another site's form, because it would look like the console's own.
    form: form && isSameOriginForm(headers, form) ? form : undefined,
  });
}
