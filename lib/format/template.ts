import type { Template } from '#lib/contract/resources.ts';
import { variablesIn } from '#lib/domain/template-variables.ts';

/** Returns the template's name, or its number if it has no name. */
export function templateTitle({ id, name }: Pick<Template, 'id' | 'name'>): string {
  return name?.trim() ? name : `Template #${id}`;
}

export interface VariableUse {
  readonly name: string;
  /** The indexes of the sides that use the variable. */
  readonly sides: readonly number[];
  /** Whether the template's variable_names include the variable. */
  readonly isListed: boolean;
}

/**
 * Returns a template's variables. The variables in variable_names come first, in that order. Other variables
 * that the designs use come last.
 */
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
