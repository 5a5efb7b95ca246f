'use client';

import { PairRows } from '#components/forms/pair-rows.tsx';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { MOST_PAIRS } from '#lib/contract/limits.ts';
import { formatCount } from '#lib/format/text.ts';

const WORDS = { key: 'Key', keyOf: 'Key', valueOf: 'Value' };

/** What the customer's own programs keep with the template. */
export function MetaFields({ pairs }: { pairs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(pairs).map(([key, value]) => ({ key, value }));
  if (entries.length > MOST_PAIRS) {
    return (
      <Card title="Metadata">
        <Note>
          There are {formatCount(entries.length)} pairs, more than the {MOST_PAIRS} that can be saved at once.
          So they can’t be changed here, and saving leaves them as they are.
        </Note>
      </Card>
    );
  }
  return (
    <Card title="Metadata">
      <p className="-mt-1 mb-3 text-sm text-muted">
        Keys and values that your own programs go by. What stands here takes the place of all that was there
        before.
        {entries.length > 0 &&
          ' The last pair can’t be taken out: without any, the service keeps what it has.'}
      </p>
      <PairRows pairs={entries} spare={2} words={WORDS}>
        + Another pair
      </PairRows>
    </Card>
  );
}
