import { Card } from '#components/ui/card.tsx';
import type { OperationName } from '#lib/contract/operations.ts';
import type { DocOperation } from '#lib/format/api-docs.ts';
import { ErrorResponses } from './error-responses.tsx';
import { FieldList, ShapeLink } from './field-list.tsx';

interface OperationCardProps {
  readonly operation: DocOperation;
  readonly roles: ReadonlyMap<OperationName, readonly string[]>;
  readonly role: string;
}

const METHOD_COLORS: Readonly<Record<string, string>> = {
  GET: 'text-blue',
  POST: 'text-green',
  PUT: 'text-amber',
  DELETE: 'text-red',
};

export function OperationCard({ operation, roles, role }: OperationCardProps) {
  const { id, names, method, path, summary, description, inputs, bodyTypes } = operation;
  const allowed = roles.get(names[0] ?? 'listCustomers') ?? [];
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <div>
            <h3 id={`${id}-title`} className="text-base font-semibold">
              {summary}
            </h3>
            <p className="mt-1.5 flex items-baseline gap-2.5 font-mono text-sm">
              <span
                className={`tint shrink-0 rounded-sm border px-1.5 py-0.5 text-xs font-semibold ${METHOD_COLORS[method] ?? ''}`}
              >
                {method}
              </span>
              <span className="min-w-0 wrap-anywhere">{path}</span>
            </p>
          </div>
          <p className="max-w-prose text-muted">{description}</p>
          {inputs.map(({ title, fields }) => (
            <div key={title}>
              <h4 className="mb-1.5 text-sm font-[550]">{title}</h4>
              <FieldList fields={fields} />
            </div>
          ))}
          {bodyTypes.length > 0 && (
            <p className="text-sm text-muted">Send the body as {joinItems(bodyTypes, 'or')}.</p>
          )}
          <Responses operation={operation} />
          <p className="text-sm text-muted">
            Available to{' '}
            {joinItems(
              allowed.map((allowedRole) => `${allowedRole}s`),
              'and',
            )}
            {allowed.includes(role) ? '.' : `. As a ${role}, you don’t have access.`}
          </p>
          <figure>
            <figcaption className="mb-1.5 text-sm font-[550]">Example request</figcaption>
            <pre className="rounded-md bg-backdrop px-3.5 py-2.5 font-mono text-sm whitespace-pre-wrap">
              {operation.example}
            </pre>
          </figure>
        </div>
      </Card>
    </article>
  );
}

function Responses({ operation: { responses, errors } }: { operation: DocOperation }) {
  return (
    <div>
      <h4 className="mb-1.5 text-sm font-[550]">Responses</h4>
      <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <dt className="font-mono text-green">200</dt>
        <dd>
          {responses.map((name, i) => (
            <span key={name}>
              {i > 0 && ' or '}
              <ShapeLink name={name} />
            </span>
          ))}
        </dd>
        <ErrorResponses errors={errors} />
      </dl>
    </div>
  );
}

function joinItems(items: readonly string[], conjunction: 'and' | 'or'): string {
  if (items.length < 2) return items.join();
  return `${items.slice(0, -1).join(', ')}${items.length > 2 ? ',' : ''} ${conjunction} ${items.at(-1)}`;
}
