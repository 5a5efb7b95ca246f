interface PillProps {
  /** The class for the color. */
  readonly className: string;
  readonly label: string;
  /** True in dense tables, where the pill has no frame. */
  readonly isFlat?: boolean;
}

/** A word with a colored dot, such as a status. Separate from `StatusPill`, so that tables don't load the names of statuses. */
export function Pill({ className, label, isFlat = false }: PillProps) {
  if (isFlat) {
    return (
      <span className="flat-pill">
        <span aria-hidden="true" className={`dot ${className}`} />
        <bdi>{label}</bdi>
      </span>
    );
  }
  return (
    <span className={`tint pill ${className}`}>
      <bdi>{label}</bdi>
    </span>
  );
}
