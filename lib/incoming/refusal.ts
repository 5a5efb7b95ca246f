/** Builds the responses to requests that are refused before Next handles them. */
import { describeRefusal, RETRY_AFTER_SECONDS, type Refusal } from '#lib/format/refused-request.ts';
import { PROXY_ERRORS, type ProxyErrorCode } from '#lib/http/error-codes.ts';
import { createMessagePage, type MessagePage } from '#lib/http/message-page.ts';
import { isPrivateLink, privateLinkHeaders } from '#lib/http/private-links.ts';
import { proxyResponse } from '#lib/proxy/response.ts';
import { currentRequestId } from '#lib/runtime/request-context.ts';
import { createKeptFormPage } from './kept-form.ts';

const CODES: Readonly<Record<Refusal['why'], ProxyErrorCode>> = {
  too_large: 'too_large',
  slow: 'upload_slow',
  malformed: 'malformed',
  out_of_date: 'malformed',
  busy: 'unavailable',
  no_database: 'unavailable',
};

export interface RefusedRequest {
  readonly method: string;
  /** The path and query. */
  readonly url: string;
  readonly accept: string | null;
  /**
   * Whether Next's script sent the request to run an action. False for forms that are sent without
   * JavaScript.
   */
  readonly isAction: boolean;
  /** A form from one of the console’s own pages. The response keeps the form’s values. */
  readonly form?: FormData | undefined;
}

/** Returns an error response for the API, a message for an action, or an error page. */
export async function createRefusal(
  refusal: Refusal,
  { method, url, accept, isAction, form }: RefusedRequest,
): Promise<MessagePage> {
  const path = url.split('?', 1)[0] ?? '';
  const code = CODES[refusal.why];
  const status = PROXY_ERRORS[code];
  const headers = {
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    ...(isPrivateLink(path) && privateLinkHeaders),
  };
  if (path.startsWith('/api/')) {
    const message = describeRefusal(refusal, 'request').sentence;
    const response = proxyResponse({ problem: { code, message }, headers }, accept);
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }
  const isView = method === 'GET' || method === 'HEAD';
  const text = describeRefusal(refusal, isView ? 'page' : 'form');
  if (isAction) return createActionError(status, text.sentence, headers);
  if (form) {
    const canResend = refusal.why !== 'out_of_date';
    return createKeptFormPage(text, { path: url, form, canResend }, { status, headers });
  }
  return createMessagePage(
    {
      title: `${text.title} – Mailroom`,
      heading: text.title,
      sentence: status >= 500 ? withRequestId(text.sentence) : text.sentence,
    },
    { status, headers },
  );
}

/** Operators can find the request's log lines by its id. */
function withRequestId(sentence: string): string {
  const id = currentRequestId();
  return id === undefined ? sentence : `${sentence} Request ID: ${id}`;
}

/** Next shows the text of a response to an action only if the type is exactly text/plain. */
const createActionError = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): MessagePage => ({
  status,
  body,
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
});
