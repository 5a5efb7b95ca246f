/** Sends spans to an OpenTelemetry collector. Loaded only if tracing is on. */
import 'server-only';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracing } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { readRelease } from '#lib/runtime/release.ts';
import { runBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type ActiveSpan, setTracer, type Tracer } from '#lib/tracing/spans.ts';

/**
 * How long the collector has to respond. After that, spans are dropped, because waiting spans take up memory.
 */
const EXPORT_MS = 5_000;
const MAX_WAITING_SPANS = 2_048;
/** The version in the `traceparent` header. */
const VERSION = '00';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Starts recording spans, and sends them every second.
 * @returns a function that sends the remaining spans and stops
 */
export function startTracing({ endpoint, headers, serviceName, sampleRatio }: Tracing): () => Promise<void> {
  const { version } = readRelease();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  // The provider isn't registered globally. Next's own spans contain paths, which can contain tokens.
  setTracer(createTracer(provider));
  const stop = async () => {
    setTracer(null);
    await provider.shutdown();
  };
  runBeforeExit(stop);
  return stop;
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('mailroom');
  return {
    start(name, { kind = 'internal', attributes = {} }, parent): ActiveSpan {
      const context = parent === undefined ? ROOT_CONTEXT : remoteContext(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        set: (more) => void span.setAttributes(more),
        end: (outcome) => {
          if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
        traceParent: `${VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      };
    },
  };
}

/** @param traceParent a valid header */
function remoteContext(traceParent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceParent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Logs at most once a minute that spans couldn't be sent. They are lost. */
function reportFailures(exporter: SpanExporter): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - loggedAt > MINUTE_MS) {
          loggedAt = performance.now();
          log().warn({ err: result.error, spans: spans.length }, 'spans could not be sent');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
