import type { Template } from '#lib/contract/resources.ts';
import { variablesIn } from '#lib/domain/template-variables.ts';

/** Its name; one without is called by its number. */
export function templateTitle({ id, name }: Pick<Template, 'id' | 'name'>): string {
  return name?.trim() ? name : `Template #${id}`;
}

export interface VariableUse {
  readonly name: string;
  /** Which sides refer to it, counted from 0. */
  readonly sides: readonly number[];
  /** Whether it is among the template's variable_names. */
  readonly isListed: boolean;
}

/** The variables that a template lists, in its order, and after them those that its designs refer to besides. */
export function variableUses({
  variable_names: listed = [],
  designs = [],
}: Pick<Template, 'variable_names' | 'designs'>): readonly VariableUse[] {
  const used = designs.map(variablesIn);
  const names = new Set([...listed, ...used.flat()]);
  return [...names].map((name) => ({
    name,
    sides: used.flatMap((side, i) => (side.includes(name) ? [i] : [])),
    isListed: listed.includes(name),
  }));
}
