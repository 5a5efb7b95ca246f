import type { CSSProperties, ReactNode } from 'react';
import { sideNames } from '#components/campaign/side-names.ts';
import { Note } from '#components/ui/note.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import { sizeDimensions } from '#lib/format/size.ts';
import { templateTitle } from '#lib/format/template.ts';
import { SavedDesign } from './design-frame.tsx';

/**
 * Shows a template's sides, one at a time. The viewer works without JavaScript, because its form controls need
 * only CSS (see `.design-viewer` in theme.css).
 */
export function DesignViewer({ template }: { template: Template }) {
  const { id, size, designs = [] } = template;
  const title = templateTitle(template);
  const names = sideNames(designs.length);
  return (
    <section
      aria-label="Designs"
      className="design-viewer min-w-0 overflow-hidden rounded-xl border border-line bg-backdrop text-ink"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: this group contains images, not form fields */}
      <div
        role="group"
        aria-label="Mailpiece"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="backdrop-dots grid max-h-[85dvh] gap-5 justify-items-center-safe overflow-auto px-4 py-5.5 -outline-offset-2 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10"
      >
        {designs.length === 0 && <p className="p-10 text-center text-muted">This template has no designs.</p>}
        {names.map((name, side) => (
          <div
            key={name}
            data-side={side}
            className="mailpiece"
            style={{ '--fit': size === 'letter' ? '30rem' : '46rem' } as CSSProperties}
          >
            <SavedDesign
              templateId={id}
              side={side}
              size={size}
              label={`${name} of “${title}”`}
              className="shadow-mailpiece"
              guides
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-card px-3 py-2.5">
        {names.length === 2 && <SegmentedControl label="Side" name="side" options={names} />}
        <label className="flex items-center gap-2 text-sm text-muted hover:text-ink">
          <input type="checkbox" name="guides" className="size-4" />
          Bleed and safe zone
        </label>
        <span className="grow text-right text-xs text-muted max-sm:hidden">{sizeDimensions(size)}</span>
        <SegmentedControl label="Scale" name="scale" options={['Fit', 'Actual size']} />
      </div>
      <Legend />
      <FormatWarning size={size} sideCount={designs.length} />
    </section>
  );
}

interface SegmentedControlProps {
  readonly label: string;
  readonly name: string;
  /** The first option is selected initially. */
  readonly options: readonly string[];
}

function SegmentedControl({ label, name, options }: SegmentedControlProps) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-0.5 rounded-[9px] bg-backdrop p-[3px]">
      {options.map((option, i) => (
        <label
          key={option}
          className="relative rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted hover:text-ink has-checked:bg-card has-checked:text-ink has-checked:shadow-tab has-focus-visible:outline-2 has-focus-visible:outline-blue"
        >
          <input
            type="radio"
            name={name}
            value={i}
            defaultChecked={i === 0}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}

function Legend() {
  return (
    <dl className="legend flex-wrap gap-x-5 gap-y-1 border-t border-line bg-card px-4 py-2.5 text-sm text-muted">
      <LegendEntry swatch="swatch-bleed" term="Bleed">
        1/8 in, printed and trimmed off
      </LegendEntry>
      <LegendEntry swatch="swatch-trim" term="Trim">
        cut line
      </LegendEntry>
      <LegendEntry swatch="swatch-safe" term="Safe zone">
        keep text at least 1/8 inch inside the cut line
      </LegendEntry>
    </dl>
  );
}

function LegendEntry({ swatch, term, children }: { swatch: string; term: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="flex items-center gap-2 font-[550] text-ink">
        <span aria-hidden="true" className={`size-3.5 rounded-[2px] ${swatch}`} />
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Warns if the size is unknown or doesn't match the number of sides. */
function FormatWarning({ size, sideCount }: { size: string | undefined; sideCount: number }) {
  const known = isTemplateSize(size) ? SIZE_FACTS[size] : undefined;
  if (known === undefined) {
    return (
      <div className="border-t border-line bg-card p-3">
        <Note tone="amber">Mailroom doesn’t recognize this size, so the shape shown may be wrong.</Note>
      </div>
    );
  }
  if (sideCount === known.designs) return null;
  return (
    <div className="border-t border-line bg-card p-3">
      <Note tone="amber">
        A {known.piece} has {known.designs === 1 ? 'one side' : 'two sides'}, but this template has{' '}
        {sideCount}.
      </Note>
    </div>
  );
}
