import type { SpendingMonth } from '#lib/domain/spending.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatMonthOf, formatShortMonth, formatShortSum, yearOf } from '#lib/format/spending.ts';
import { type ChartSeries, layOutBars, layOutLabels } from './chart-layout.ts';

interface SpendingChartProps {
  readonly title: string;
  readonly months: readonly SpendingMonth[];
  readonly series: readonly ChartSeries[];
  readonly currency: string | null;
  readonly dateSettings: DateSettings;
  /** The `index` of the current month. */
  readonly currentMonth: number;
}

/** The parts' colors, starting with the first part. The swatches beside the chart use the same colors. */
const PART_CLASSES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const;
const REST_CLASS = 'chart-rest';
export const partClass = (series: ChartSeries, index: number): string =>
  series.isRest ? REST_CLASS : (PART_CLASSES[index] ?? REST_CLASS);

/** Paid amounts by month. Drawn on the server: columns on wide screens, and rows on phones. */
export function SpendingChart(props: SpendingChartProps) {
  return (
    <>
      <Hatch />
      <ColumnChart {...props} />
      <RowChart {...props} />
    </>
  );
}

/**
 * The pattern of the part that represents all other groups, so that the part can be distinguished without
 * color.
 */
function Hatch() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="fill-card" />
          <path d="M0 0v5" className="stroke-muted" strokeWidth="1.2" />
        </pattern>
      </defs>
    </svg>
  );
}

const WIDTH = 716;
const PLOT = { left: 52, right: 520, top: 24, bottom: 342 } as const;
const LABEL_GAP = 16;
/** Charts with more columns have no room for the amounts above the columns, or for the name of every month. */
const MAX_LABELED_COLUMNS = 14;
const MAX_NAME_LENGTH = 26;

function ColumnChart({ title, months, series, currency, dateSettings, currentMonth }: SpendingChartProps) {
  const { bars, thickness, scale } = layOutBars(
    series,
    months.length,
    [PLOT.left, PLOT.right],
    [PLOT.bottom, PLOT.top],
  );
  const isLabeled = months.length <= MAX_LABELED_COLUMNS;
  const step = Math.ceil(months.length / MAX_LABELED_COLUMNS);
  const lastPaid = bars.findLast(({ total }) => total > 0);
  const labels = layOutLabels(lastPaid?.parts ?? [], LABEL_GAP, [PLOT.top, PLOT.bottom]);
  const lastEnd = (lastPaid?.position ?? 0) + thickness;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 390`}
      role="img"
      aria-label={`${title}. The tables contain the same numbers.`}
      className="mx-auto hidden h-auto w-full max-w-[860px] text-[0.71875rem] tabular-nums sm:block"
    >
      {scale.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={PLOT.left} x2={PLOT.right} y1={scale(tick)} y2={scale(tick)} className="stroke-line" />
          <text x={PLOT.left - 8} y={scale(tick) + 4} textAnchor="end" className="fill-muted">
            {formatShortSum(tick, currency)}
          </text>
        </g>
      ))}
      {bars.map(({ position, total, parts }, i) => {
        const month = months[i];
        if (month === undefined) return null;
        const middle = position + thickness / 2;
        const isYearShown = i === 0 || month.index % 12 === 0;
        return (
          <g key={month.index}>
            {parts.map(({ series: number, start, length, amount }) => {
              const part = series[number];
              return (
                part && (
                  <rect
                    key={number}
                    x={position}
                    y={start}
                    width={thickness}
                    height={Math.max(1, length - 1)}
                    className={`chart-part ${partClass(part, number)}`}
                  >
                    {/* React renders an SVG title only if it has a single string as its child. */}
                    <title>
                      {`${part.name}, ${formatMonthOf(month.index, dateSettings)}: ${formatSum(amount, currency)}`}
                    </title>
                  </rect>
                )
              );
            })}
            {isLabeled && total > 0 && (
              <text x={middle} y={scale(total) - 8} textAnchor="middle" className="fill-ink font-[550]">
                {formatShortSum(total, currency)}
              </text>
            )}
            {i % step === 0 && (
              <text x={middle} y={360} textAnchor="middle" className="fill-muted">
                {formatShortMonth(month.index, dateSettings)}
              </text>
            )}
            {isYearShown && (
              <text x={middle} y={376} textAnchor="middle" className="fill-muted">
                {yearOf(month.index)}
              </text>
            )}
            {!isYearShown && month.index === currentMonth && isLabeled && (
              <text x={middle} y={376} textAnchor="middle" className="fill-muted">
                so far
              </text>
            )}
          </g>
        );
      })}
      {labels.map(({ series: number, anchor, y }) => (
        <g key={number}>
          <path
            d={`M${lastEnd + 2} ${anchor}H${Math.max(lastEnd + 2, PLOT.right - 2)}L${PLOT.right + 8} ${y}h4`}
            className="fill-none stroke-edge"
          />
          <text x={PLOT.right + 16} y={y + 4} className="fill-ink">
            {shorten(series[number]?.name ?? '')}
          </text>
        </g>
      ))}
    </svg>
  );
}

const ROW_HEIGHT = 29;

function RowChart({ title, months, series, currency, dateSettings }: SpendingChartProps) {
  const height = months.length * ROW_HEIGHT;
  const { bars, scale } = layOutBars(series, months.length, [0, height], [44, 250]);
  return (
    <svg
      viewBox={`0 0 300 ${height}`}
      role="img"
      aria-label={`${title}. The tables contain the same numbers.`}
      className="h-auto w-full text-[0.71875rem] tabular-nums sm:hidden"
    >
      {bars.map(({ total, parts }, i) => {
        const month = months[i];
        if (month === undefined) return null;
        const y = i * ROW_HEIGHT;
        const isYearShown = months.length > 12 && month.index % 12 === 0;
        return (
          <g key={month.index}>
            <text x={0} y={y + 18} className="fill-muted">
              {isYearShown ? yearOf(month.index) : formatShortMonth(month.index, dateSettings)}
            </text>
            {parts.map(({ series: number, start, length }) => {
              const part = series[number];
              return (
                part && (
                  <rect
                    key={number}
                    x={start}
                    y={y + 5}
                    width={Math.max(1, length - 1)}
                    height={18}
                    className={`chart-part ${partClass(part, number)}`}
                  />
                )
              );
            })}
            {total > 0 && (
              <text x={scale(total) + 6} y={y + 18} className="fill-ink font-[550]">
                {formatShortSum(total, currency)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Shortens a name that doesn't fit beside the chart. The table contains the whole name. */
const shorten = (name: string): string => {
  const [first = name] = /^\S+@\S+$/.test(name) ? name.split(/\.(?=[^.@]+$)/) : [name];
  return first.length > MAX_NAME_LENGTH ? `${first.slice(0, MAX_NAME_LENGTH - 1)}…` : first;
};
