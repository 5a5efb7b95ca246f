import type { Campaign } from '#lib/contract/resources.ts';
import { Card } from '../ui/card.tsx';

/** Longer than this and a value is folded away behind its beginning. */
const LONG = 280;

/** What the customer's own programs stored with the campaign, and whom it was aimed at. */
export function Metadata({ campaign }: { campaign: Campaign }) {
  const pairs = Object.entries(campaign.meta_data ?? {});
  const filter = campaign.property_filter;
  const hasFilter = typeof filter === 'object' && filter !== null && Object.keys(filter).length > 0;
  if (pairs.length === 0 && !hasFilter) return null;
  return (
    <Card title="Metadata">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
        {pairs.map(([key, value]) => (
          <div key={key} className="contents">
            <dt dir="auto" className="text-muted sm:max-w-52">
              {key}
            </dt>
            <dd dir="auto" className="max-sm:mb-1.5">
              <Value text={value} />
            </dd>
          </div>
        ))}
        {hasFilter && (
          <div className="contents">
            <dt className="text-muted">Property filter</dt>
            <dd>
              <pre className="whitespace-pre-wrap rounded-md bg-paper p-2.5 text-sm">
                {JSON.stringify(filter, null, 2)}
              </pre>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function Value({ text }: { text: string }) {
  if (text.length <= LONG) return <span className="whitespace-pre-wrap">{text || '—'}</span>;
  return (
    <details className="group">
      <summary className="list-none">
        <span className="group-open:hidden">{text.slice(0, LONG)}… </span>
        <span className="font-[550] text-blue underline underline-offset-3">
          <span className="group-open:hidden">Show all {text.length.toLocaleString('en-US')} characters</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="mt-1.5 whitespace-pre-wrap">{text}</p>
    </details>
  );
}
