import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { MISSING, sentenceCase } from '#lib/format/text.ts';

/** The maximum length of a value that is shown in full instead of being collapsed. */
const MAX_OPEN_LENGTH = 280;

/** Shows the keys and values that the customer's systems stored with the campaign. */
export function MetadataCard({ pairs }: { pairs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(pairs);
  if (entries.length === 0) return null;
  return (
    <Card title="Metadata">
      <EntryList>
        {entries.map(([key, value]) => (
          <MetadataEntry key={key} name={key}>
            <CollapsibleText text={value} />
          </MetadataEntry>
        ))}
      </EntryList>
    </Card>
  );
}

/**
 * Shows the targeting criteria. The card makes no assumptions about the keys, because the interface
 * documentation says only that the criteria are JSON.
 */
export function PropertyFilterCard({ filter }: { filter: unknown }) {
  if (typeof filter !== 'object' || filter === null) return null;
  const entries = Object.entries(filter);
  if (entries.length === 0) return null;
  return (
    <Card title="Property filter">
      <EntryList>
        {entries.map(([key, value]) => (
          <MetadataEntry key={key} name={sentenceCase(key)}>
            <CollapsibleText text={formatFilterValue(value)} />
          </MetadataEntry>
        ))}
      </EntryList>
    </Card>
  );
}

function formatFilterValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(formatFilterValue).join(', ');
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  return JSON.stringify(value) ?? MISSING;
}

const EntryList = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">{children}</dl>
);

function MetadataEntry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted sm:max-w-52">
        <bdi>{name}</bdi>
      </dt>
      <dd className="max-sm:mb-1.5">{children}</dd>
    </div>
  );
}

function CollapsibleText({ text }: { text: string }) {
  if (text.length <= MAX_OPEN_LENGTH) return <bdi className="whitespace-pre-wrap">{text || MISSING}</bdi>;
  return (
    <details className="group">
      <summary className="list-none">
        <span dir="auto" className="block group-open:hidden">
          {text.slice(0, MAX_OPEN_LENGTH)}…
        </span>
        <span className="font-[550] text-blue underline underline-offset-3">
          <span className="group-open:hidden">Show all {text.length.toLocaleString('en-US')} characters</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p dir="auto" className="mt-1.5 whitespace-pre-wrap">
        {text}
      </p>
    </details>
  );
}
