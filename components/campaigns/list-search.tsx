import { FieldError } from '#components/forms/labeled-control.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';
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
      {kept.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are never reordered
        <input key={i} type="hidden" name={name} value={value} />
      ))}
      <label className="flex items-center gap-2 rounded-md border border-edge bg-card px-2.75 text-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-blue">
        <ControlIcon name="search" className="size-4" />
        <input
          type="search"
          name="q"
          defaultValue={typed.q}
          placeholder="Search in this list"
          aria-label="Search in this list"
          aria-invalid={problem !== undefined}
          aria-describedby={problem && 'q-problem'}
          className="h-[35px] min-w-0 grow bg-transparent text-ink outline-none"
        />
      </label>
      <FieldError id="q-problem">{problem}</FieldError>
    </form>
  );
}
