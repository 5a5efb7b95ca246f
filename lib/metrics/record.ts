/** Records values for the metrics. Does nothing while metrics are off. */
import { singleton } from '#lib/runtime/singleton.ts';
import type { CounterName, HistogramName, LabelsOf } from './definitions.ts';

export interface MetricRecorder {
  count(name: CounterName, labels: Readonly<Record<string, string>>): void;
  observe(name: HistogramName, labels: Readonly<Record<string, string>>, seconds: number): void;
}

const active = () => singleton('metricRecorder', () => ({ recorder: null as MetricRecorder | null }));

/** @param recorder null turns the metrics off */
export function setMetricRecorder(recorder: MetricRecorder | null): void {
  active().recorder = recorder;
}

/** Adds 1 to a counter. */
export function countMetric<N extends CounterName>(name: N, labels: LabelsOf<N>): void {
  active().recorder?.count(name, labels);
}

/** Adds a duration to a histogram. */
export function observeDuration<N extends HistogramName>(name: N, labels: LabelsOf<N>, ms: number): void {
  active().recorder?.observe(name, labels, ms / 1_000);
}
