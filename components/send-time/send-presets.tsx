import type { MouseEvent } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import type { SendPreset } from '#lib/forms/send-days.ts';

export interface LinkedPreset extends SendPreset {
  /** The URL of this page with the time. Undefined if the page's URL can't contain a time. */
  readonly href: string | undefined;
}

interface SendPresetsProps {
  readonly presets: readonly LinkedPreset[];
  /** The local time in the field. */
  readonly at: string;
  readonly onChoose: (at: string) => void;
}

/**
 * Fills in a suggested send time. Without JavaScript, a link opens the page again with the time filled in, if the
 * page's URL can contain a time. Neither the links nor the buttons submit the form.
 */
export function SendPresets({ presets, at, onChoose }: SendPresetsProps) {
  return (
    <ul aria-label="Suggested times" className="mt-2 flex flex-wrap gap-1.5">
      {presets.map((preset) => (
        <li key={preset.at} className={preset.href === undefined ? 'scriptless:hidden' : ''}>
          <PresetControl preset={preset} isChosen={preset.at === at} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface PresetControlProps extends Pick<SendPresetsProps, 'onChoose'> {
  readonly preset: LinkedPreset;
  readonly isChosen: boolean;
}

function PresetControl({ preset, isChosen, onChoose }: PresetControlProps) {
  const { label, day, at, href } = preset;
  const className = buttonClass('plain', 'button-tiny aria-[current]:border-ink');
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(at);
  };
  const content = (
    <>
      {label} <span className="font-normal text-muted">{day}</span>
    </>
  );
  const props = { 'aria-current': isChosen ? ('true' as const) : undefined, onClick: handleClick, className };
  return href === undefined ? (
    <button type="button" {...props}>
      {content}
    </button>
  ) : (
    <a href={href} {...props}>
      {content}
    </a>
  );
}
