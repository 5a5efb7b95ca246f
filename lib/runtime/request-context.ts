/**
 * The request that is being handled. Log lines, the response, and calls to the mail service contain the request's
 * id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from './singleton.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** The W3C header that connects spans from different systems into one trace. */
export const TRACE_HEADER = 'traceparent';

export interface RequestContext {
  readonly id: string;
  /** The caller's `traceparent` header. Undefined if the caller didn't send a valid header. */
  readonly traceParent: string | undefined;
  /** The signed-in member, or the member who created the API token. Undefined until the console has read the member. */
  memberId?: string;
}

const current = () => singleton('requestContext', () => new AsyncLocalStorage<RequestContext>());

/**
 * The ids that the console accepts from callers. An accepted id can be put into headers, log lines, and pages
 * unchanged.
 */
const REQUEST_ID = /^[\w.:+/=-]{8,64}$/;
/** Version 00 of the header. Later versions can append more fields. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;
const TRACE_PARENT_LENGTH = 55;

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Must run before the request is handled. Gives the request a new id if the caller didn't send a valid one. */
export function startRequestContext(headers: RequestHeaders): RequestContext {
  const id = String(headers[REQUEST_ID_HEADER] ?? '');
  const context = {
    id: REQUEST_ID.test(id) ? id : crypto.randomUUID(),
    traceParent: parseTraceParent(headers[TRACE_HEADER]),
  };
  // The request's handler runs later in the same callback, and thus in the same context.
  current().enterWith(context);
  return context;
}

function parseTraceParent(header: string | string[] | undefined): string | undefined {
  const text = String(header ?? '');
  if (!TRACE_PARENT.test(text) || (text.startsWith('00') && text.length > TRACE_PARENT_LENGTH))
    return undefined;
  return text.slice(0, TRACE_PARENT_LENGTH);
}

/** Runs `work` in the context of a request, for example after the request's response has ended. */
export const runInRequestContext = <T>(context: RequestContext, work: () => T): T =>
  current().run(context, work);

/** Returns undefined outside of a request, such as in background work. */
export const currentRequestContext = (): RequestContext | undefined => current().getStore();

export const currentRequestId = (): string | undefined => currentRequestContext()?.id;

/** Records which member made the current request, for the request's log line. */
export function recordRequestMember(memberId: string): void {
  const context = currentRequestContext();
  if (context) context.memberId = memberId;
}
