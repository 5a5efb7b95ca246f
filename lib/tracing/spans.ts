/**
 * Records spans, the steps of a request that a trace shows. A trace connects the console's steps with those of the
 * caller and of the mail service. Does nothing while tracing is off.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRequestContext } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** Facts such as a route or an operation. Never personal data, ids of links, or text from callers, except a request's id. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

interface SpanOptions {
  /** `client` for calls to other systems, and `server` for requests. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

export interface ActiveSpan {
  readonly set: (attributes: SpanAttributes) => void;
  readonly end: (outcome: 'ok' | 'failed') => void;
  /** A value for the `traceparent` header, so that other systems can add to the span. */
  readonly traceParent: string;
}

export interface Tracer {
  /** @param parent the parent span's `traceparent`. Undefined starts a new trace. */
  readonly start: (name: string, options: SpanOptions, parent: string | undefined) => ActiveSpan;
}

const state = () =>
  singleton('tracing', () => ({
    tracer: null as Tracer | null,
    spans: new AsyncLocalStorage<ActiveSpan>(),
  }));

/** @param tracer null turns tracing off */
export function setTracer(tracer: Tracer | null): void {
  state().tracer = tracer;
}

/**
 * Starts a request's span, which is the parent of all spans until the request's response has ended. Must run before
 * the request is handled.
 */
export function startRequestSpan(name: string, attributes: SpanAttributes): ActiveSpan | undefined {
  const { tracer, spans } = state();
  const span = tracer?.start(name, { kind: 'server', attributes }, currentRequestContext()?.traceParent);
  // The request's handler runs later in the same callback, and thus in the same context.
  if (span) spans.enterWith(span);
  return span;
}

/** Whether steps are recorded now. Lets callers skip work that only a span needs. */
export const isRecording = (): boolean => state().tracer !== null && state().spans.getStore() !== undefined;

/** Starts a span for a step of the current request. Returns undefined outside of a request. */
export function startSpan(name: string, options: SpanOptions): ActiveSpan | undefined {
  const { tracer, spans } = state();
  const parent = spans.getStore();
  return parent && tracer?.start(name, options, parent.traceParent);
}

/** A step, which can add attributes to its span. The span is undefined if the step isn't recorded. */
type Work<T> = (span: ActiveSpan | undefined) => Promise<T>;

/** Runs a step of the current request as a span. Outside of a request, only runs the step. */
export function runInSpan<T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  const span = startSpan(name, options);
  return span ? runWith(span, work) : work(undefined);
}

/**
 * Runs a step as a span. If the step isn't part of a request, as in a bulk job's attempt, starts a trace for
 * it.
 */
export function runInTrace<T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  const span = startSpan(name, options) ?? state().tracer?.start(name, options, undefined);
  return span ? runWith(span, work) : work(undefined);
}

async function runWith<T>(span: ActiveSpan, work: Work<T>): Promise<T> {
  try {
    const result = await state().spans.run(span, work, span);
    span.end('ok');
    return result;
  } catch (error) {
    span.end(isControlFlow(error) ? 'ok' : 'failed');
    throw error;
  }
}

/** Next throws an error to redirect, or to show another page. */
const isControlFlow = (error: unknown): boolean =>
  error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_');

/** Returns the `traceparent` header for a call to another system. */
export const currentTraceParent = (): string | undefined =>
  state().spans.getStore()?.traceParent ?? currentRequestContext()?.traceParent;
