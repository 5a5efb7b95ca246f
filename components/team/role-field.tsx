'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/labeled-control.tsx';
import { ROLE_NAMES, ROLE_PERMISSIONS } from '#lib/format/team.ts';
import { sentenceCase } from '#lib/format/text.ts';

/** A radio button for each role, with the role's permissions. */
export function RoleField() {
  const { state } = useForm();
  const problem = state.fields?.role;
  const chosen = state.values?.role ?? 'viewer';
  return (
    <fieldset aria-describedby={problem && 'role-problem'}>
      <legend className="mb-0.5 font-[550]">Role</legend>
      {ROLE_NAMES.map((role) => (
        <label key={role} className="flex gap-2.5 py-1">
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            className="mt-1 size-4 shrink-0"
          />
          <span>
            {sentenceCase(role)}
            <span className="block text-sm text-muted">Can {ROLE_PERMISSIONS[role]}</span>
          </span>
        </label>
      ))}
      <FieldError id="role-problem">{problem}</FieldError>
    </fieldset>
  );
}
