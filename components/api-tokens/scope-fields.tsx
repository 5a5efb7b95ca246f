'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { Checkbox } from '#components/forms/checkbox.tsx';
import { FieldError } from '#components/forms/labeled-control.tsx';
import { TOKEN_ACCESS, type TokenAccess } from '#lib/forms/token-form-fields.ts';

export interface ScopeOption {
  /** The name of the scope's checkbox. */
  readonly field: string;
  readonly label: string;
  readonly isRead: boolean;
}

interface ScopeFieldsProps {
  /** The scopes that the member's role allows. */
  readonly scopes: readonly ScopeOption[];
}

const DESCRIPTIONS: Readonly<Record<TokenAccess, readonly [title: string, description: string]>> = {
  read: ['Read only', 'Lists, details, prices, and previews.'],
  write: ['Read and write', 'Everything that your role allows, including payments and mailings.'],
  selected: ['Selected operations', 'Only the operations that you choose.'],
};

/**
 * Fields for choosing what the token can do. The checkboxes appear if the member chooses "Selected
 * operations".
 */
export function ScopeFields({ scopes }: ScopeFieldsProps) {
  const { state } = useForm();
  const problem = state.fields?.access;
  const chosen = state.values?.access ?? 'read';
  const canWrite = scopes.some(({ isRead }) => !isRead);
  return (
    <div className="group/access">
      <fieldset aria-describedby={problem && 'access-problem'}>
        <legend className="mb-0.5 font-[550]">Access</legend>
        {TOKEN_ACCESS.filter((access) => access !== 'write' || canWrite).map((access) => (
          <label key={access} className="flex gap-2.5 py-1">
            <input
              type="radio"
              name="access"
              value={access}
              defaultChecked={access === chosen}
              aria-invalid={problem !== undefined && access === 'selected'}
              className="mt-1 size-4 shrink-0"
            />
            <span>
              {DESCRIPTIONS[access][0]}
              <span className="block text-sm text-muted">{DESCRIPTIONS[access][1]}</span>
            </span>
          </label>
        ))}
        <FieldError id="access-problem">{problem}</FieldError>
      </fieldset>
      <div className="mt-2 hidden gap-3 border-l-2 border-line pl-4 group-has-[[value=selected]:checked]/access:grid">
        <ScopeGroup title="Read" scopes={scopes.filter(({ isRead }) => isRead)} />
        {canWrite && <ScopeGroup title="Write" scopes={scopes.filter(({ isRead }) => !isRead)} />}
      </div>
    </div>
  );
}

function ScopeGroup({ title, scopes }: ScopeFieldsProps & { readonly title: string }) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{title}</legend>
      {scopes.map(({ field, label }) => (
        <Checkbox key={field} name={field} label={label} />
      ))}
    </fieldset>
  );
}
