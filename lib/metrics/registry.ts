/** The metrics' current values, in Prometheus format. Loaded only if metrics are on. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
} from './definitions.ts';
import type { MetricRecorder } from './record.ts';

export interface MetricRegistry extends MetricRecorder {
  set<N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number): void;
  /** Removes all values of a gauge, so that it doesn't keep an old value. */
  clear(name: GaugeName): void;
  readonly contentType: string;
  render(): Promise<string>;
}

/** The levels of log lines that are counted. */
const LOG_LEVELS = ['warn', 'error'];

/** Creates all metrics, including Node's own, with no values. */
export function createMetricRegistry(): MetricRegistry {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, definition] of Object.entries(METRICS)) {
    const { help, type } = definition;
    const options = { name, help, labelNames: [...definition.labels], registers: [registry] };
    if (type === 'counter') counters.set(name, new Counter(options));
    else if (type === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, buckets: [...definition.buckets] }));
  }
  collectDefaultMetrics({ register: registry });
  // Without an initial value of 0, Prometheus can't see that a counter has increased to 1.
  for (const level of LOG_LEVELS) counters.get('mailroom_log_lines_total')?.inc({ level }, 0);
  return {
    count: (name: CounterName, labels) => counters.get(name)?.inc(labels),
    observe: (name: HistogramName, labels, seconds) => histograms.get(name)?.observe(labels, seconds),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    clear: (name) => {
      gauges.get(name)?.reset();
      // Resetting a gauge without labels sets it to 0.
      if (METRICS[name].labels.length === 0) gauges.get(name)?.remove();
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}
