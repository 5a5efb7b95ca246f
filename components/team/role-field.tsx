import { RadioGroup } from '#components/forms/radio-group.tsx';
import { ROLE_NAMES, ROLE_PERMISSIONS } from '#lib/format/team.ts';
import { sentenceCase } from '#lib/format/text.ts';

const OPTIONS = ROLE_NAMES.map((role) => ({
  value: role,
  title: sentenceCase(role),
  description: `Can ${ROLE_PERMISSIONS[role]}`,
}));

/** A radio button for each role, with the role's permissions. */
export function RoleField() {
  return <RadioGroup name="role" legend="Role" options={OPTIONS} defaultValue="viewer" />;
}
