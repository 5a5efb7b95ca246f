import type { DocField } from '#lib/format/api-docs.ts';
import type { TypeText } from '#lib/format/schema-types.ts';

interface FieldListProps {
  readonly fields: readonly DocField[];
  /** The label for fields that aren't required. */
  readonly optionalLabel?: string;
}

/** Lists fields and their types in two columns, or in one column on phones. */
export function FieldList({ fields, optionalLabel }: FieldListProps) {
  return (
    <dl className="overflow-hidden rounded-md border border-line">
      {fields.map(({ name, type, required, description }) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-0.5 border-b border-line px-3.5 py-2 last:border-b-0 sm:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]"
        >
          <dt className="font-mono text-sm wrap-anywhere">{name}</dt>
          <dd className="text-sm">
            <Type type={type} />
            {required ? (
              <span className="text-red"> · required</span>
            ) : (
              optionalLabel !== undefined && <span className="text-muted"> · {optionalLabel}</span>
            )}
            {description !== undefined && <span className="block text-muted">{description}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Type({ type: { text, shape } }: { type: TypeText }) {
  return (
    <>
      {text} {shape !== undefined && <ShapeLink name={shape} />}
    </>
  );
}

export function ShapeLink({ name }: { name: string }) {
  return (
    <a href={`#shape-${name}`} className="font-mono text-sm underline underline-offset-3">
      {name}
    </a>
  );
}
