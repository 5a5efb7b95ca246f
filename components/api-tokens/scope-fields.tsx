import { Checkbox } from '#components/forms/checkbox.tsx';
import { RadioGroup } from '#components/forms/radio-group.tsx';
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

const TEXTS: Readonly<Record<TokenAccess, readonly [title: string, description: string]>> = {
  read: ['Read only', 'Lists, details, prices, and previews.'],
  write: ['Read and write', 'Everything that your role allows, including payments and mailings.'],
  selected: ['Selected operations', 'Only the operations that you choose.'],
};

const OPTIONS = TOKEN_ACCESS.map((value) => {
  const [title, description] = TEXTS[value];
  return { value, title, description };
});

/**
 * Fields for choosing what the token can do. The checkboxes appear if the member chooses "Selected
 * operations".
 */
export function ScopeFields({ scopes }: ScopeFieldsProps) {
  const canWrite = scopes.some(({ isRead }) => !isRead);
  return (
    <div className="group/access">
      <RadioGroup
        name="access"
        legend="Access"
        options={OPTIONS.filter(({ value }) => value !== 'write' || canWrite)}
        defaultValue="read"
      />
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
