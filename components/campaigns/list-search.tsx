import { KeptFields } from '#components/lists/kept-fields.tsx';
import { SearchField } from '#components/lists/search-field.tsx';
import { campaignsHref, queryEntries, type TypedQuery } from '#lib/forms/campaign-fields.ts';

interface ListSearchProps {
  readonly typed: TypedQuery;
  readonly problem: string | undefined;
}

/** Searches within the list. Keeps the other filters. */
export function ListSearch({ typed, problem }: ListSearchProps) {
  const kept = queryEntries({ ...typed, q: undefined, page: undefined, customer_id: undefined });
  const action = campaignsHref({ pairs: [], ...(typed.customer_id && { customer_id: typed.customer_id }) });
  return (
    <form action={action} className="min-w-0 grow basis-56 rail:max-w-xs print:hidden">
      <KeptFields fields={kept} />
      <SearchField label="Search in this list" value={typed.q} problem={problem} />
    </form>
  );
}
