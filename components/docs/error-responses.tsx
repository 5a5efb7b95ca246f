import type { DocError } from '#lib/format/api-docs.ts';

/** Entries for a `<dl>` element that lists statuses. */
export function ErrorResponses({ errors }: { errors: readonly DocError[] }) {
  return errors.map(({ status, meaning }) => (
    <div key={status} className="contents">
      <dt className="font-mono text-muted">{status}</dt>
      <dd className="text-muted">{meaning}</dd>
    </div>
  ));
}
