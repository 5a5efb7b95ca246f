import type { DocError } from '#lib/format/api-docs.ts';

/** Lists HTTP statuses and their meanings as entries of a `<dl>` element. */
export function ErrorResponses({ errors }: { errors: readonly DocError[] }) {
  return errors.map(({ status, meaning }) => (
    <div key={status} className="contents">
      <dt className="font-mono text-muted">{status}</dt>
      <dd className="text-muted">{meaning}</dd>
    </div>
  ));
}
