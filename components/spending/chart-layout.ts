/** Computes the positions of a chart's bars and labels. */
import { type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

/** A part of each bar, such as a customer. Amounts are in the order of the bars. */
export interface ChartSeries {
  readonly name: string;
  readonly amounts: readonly number[];
  /** Whether the part represents all groups that don't have their own part. */
  readonly isRest: boolean;
}

export interface ChartPart {
  readonly series: number;
  readonly start: number;
  readonly length: number;
  readonly amount: number;
}

interface ChartBar {
  readonly position: number;
  readonly total: number;
  /** The parts with an amount, from the beginning of the bar. */
  readonly parts: readonly ChartPart[];
}

export interface BarLayout {
  readonly bars: readonly ChartBar[];
  readonly thickness: number;
  readonly scale: ScaleLinear<number, number>;
}

/** Shorter parts are drawn at this length, so that they stay visible. */
const MIN_LENGTH = 1;

/**
 * @param extent the pixel range in which the bars are placed side by side
 * @param range the pixel positions of zero and of the scale's maximum
 */
export function layOutBars(
  series: readonly ChartSeries[],
  count: number,
  extent: readonly [number, number],
  range: readonly [number, number],
): BarLayout {
  const indexes = Array.from({ length: count }, (_, i) => i);
  const totals = indexes.map((i) => series.reduce((sum, { amounts }) => sum + (amounts[i] ?? 0), 0));
  const band = scaleBand<number>().domain(indexes).range(extent).paddingInner(0.3).paddingOuter(0.15);
  const scale = scaleLinear()
    .domain([0, Math.max(...totals, 1)])
    .nice(4)
    .range(range);
  const stacked = stack<number, number>()
    .keys(series.keys())
    .value((i, key) => series[key]?.amounts[i] ?? 0)(indexes);
  return {
    thickness: band.bandwidth(),
    scale,
    bars: indexes.map((i) => ({
      position: band(i) ?? 0,
      total: totals[i] ?? 0,
      parts: stacked.flatMap((layer) => {
        const [from, to] = [layer[i]?.[0] ?? 0, layer[i]?.[1] ?? 0];
        if (to <= from) return [];
        const [a, b] = [scale(from), scale(to)];
        const length = Math.max(MIN_LENGTH, Math.abs(b - a));
        return [{ series: layer.key, start: Math.min(a, b), length, amount: to - from }];
      }),
    })),
  };
}

export interface ChartLabel {
  readonly series: number;
  /** The position of the middle of the part that the label names. */
  readonly anchor: number;
  /** The position of the label, chosen so that labels don't overlap. */
  readonly y: number;
}

/** Places the names of a bar's parts beside the bar. */
export function layOutLabels(
  parts: readonly ChartPart[],
  gap: number,
  [top, bottom]: readonly [number, number],
): readonly ChartLabel[] {
  const anchors = parts
    .map(({ series, start, length }) => ({ series, anchor: start + length / 2 }))
    .toSorted((a, b) => a.anchor - b.anchor);
  const labels: ChartLabel[] = [];
  for (const { series, anchor } of anchors) {
    const previous = labels.at(-1)?.y ?? top - gap;
    labels.push({ series, anchor, y: Math.max(anchor, previous + gap) });
  }
  // Labels that ended up below the chart are moved back up, along with any labels in their way.
  for (let i = labels.length - 1, limit = bottom; i >= 0; i--, limit -= gap) {
    const label = labels[i];
    if (label === undefined || label.y <= limit) break;
    labels[i] = { ...label, y: limit };
  }
  return labels;
}
