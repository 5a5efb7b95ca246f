interface SideTabsProps {
  readonly names: readonly string[];
  readonly current: number;
  /** Undefined in the proof viewer, whose script handles the clicks (proof-events.ts). */
  readonly onChoose?: (side: number) => void;
  /** The prefix of each side's element id. */
  readonly idPrefix: string;
}

export function SideTabs({ names, current, onChoose, idPrefix }: SideTabsProps) {
  return (
    <fieldset
      aria-label="Side"
      className="flex gap-0.5 rounded-[9px] bg-backdrop p-[3px] scriptless:hidden in-data-uncontrolled:hidden print:hidden"
    >
      {names.map((name, i) => (
        <button
          key={name}
          type="button"
          data-side={i}
          aria-pressed={i === current}
          aria-controls={`${idPrefix}-${i}`}
          onClick={onChoose && (() => onChoose(i))}
          className="rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted hover:text-ink aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-tab"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
