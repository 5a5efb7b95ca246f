import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { RunItem, RunItemState } from '#lib/domain/payment-run.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeRunItem, describeRunSend, describeSendFailure } from '#lib/format/payment-run.ts';

const STATE_ICONS: Readonly<Record<RunItemState, { readonly icon: IconName; readonly tone: string }>> = {
  waiting: { icon: 'clock', tone: 'text-muted' },
  starting: { icon: 'clock', tone: 'text-muted' },
  unknown: { icon: 'alert', tone: 'text-amber' },
  confirming: { icon: 'clock', tone: 'text-amber' },
  unconfirmed: { icon: 'alert', tone: 'text-amber' },
  paid: { icon: 'check', tone: 'text-green' },
  paid_elsewhere: { icon: 'check', tone: 'text-muted' },
  credits: { icon: 'credit', tone: 'text-muted' },
  not_draft: { icon: 'plane', tone: 'text-muted' },
  missing: { icon: 'cross', tone: 'text-muted' },
  skipped: { icon: 'skip', tone: 'text-amber' },
};

interface RunResultProps {
  readonly item: RunItem;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** A campaign's result in a run: its payment, and its schedule. */
export function RunResult({ item, dateSettings, now }: RunResultProps) {
  const { icon, tone } = STATE_ICONS[item.state];
  const send = describeRunSend(item, dateSettings, now);
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-[550] whitespace-nowrap ${tone}`}>
        <Icon name={icon} className="size-4" />
        {describeRunItem(item, dateSettings)}
      </span>
      {send !== undefined && item.send && (
        <span className="block text-muted">
          {item.send.state === 'not_scheduled' ? (
            <>
              <span className="font-[550] text-red">{send}.</span> {describeSendFailure(item.send.failure)}
            </>
          ) : (
            send
          )}
        </span>
      )}
    </>
  );
}
