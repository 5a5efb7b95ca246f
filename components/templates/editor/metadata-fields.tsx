import { PairRows } from '#components/forms/pair-rows.tsx';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { formatCount } from '#lib/format/text.ts';
import { MAX_META_DATA_PAIRS } from '#lib/input-limits.ts';

const LABELS = { key: 'Key', keyName: 'Key', valueName: 'Value' };

/** Fields for the template's metadata, which the mail service stores for the customer's own programs. */
export function MetadataFields({ pairs }: { pairs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(pairs).map(([key, value]) => ({ key, value }));
  if (entries.length > MAX_META_DATA_PAIRS) {
    return (
      <Card title="Metadata">
        <Note>
          This template has {formatCount(entries.length)} pairs, but only {MAX_META_DATA_PAIRS} can be saved
          at once. You can’t edit these pairs in Mailroom. Saving leaves the pairs unchanged.
        </Note>
      </Card>
    );
  }
  return (
    <Card title="Metadata">
      <p className="-mt-1 mb-3 text-sm text-muted">
        Keys and values for your own programs. Saving replaces all existing pairs.
        {entries.length > 0 &&
          ' You can’t remove the last pair, because the mail service ignores an empty list of pairs.'}
      </p>
      <PairRows pairs={entries} emptyRows={2} maxRows={MAX_META_DATA_PAIRS} labels={LABELS}>
        + Add pair
      </PairRows>
    </Card>
  );
}
