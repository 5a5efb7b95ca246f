import type { Template } from '#lib/contract/resources.ts';
import { variablesIn } from '#lib/domain/template-variables.ts';

/** The template's name, or its number if it has none. */
export function templateTitle({ id, name }: Pick<Template, 'id' | 'name'>): string {
  return name?.trim() ? name : `Template #${id}`;
}

export interface VariableUse {
  readonly name: string;
  /** Indexes of the sides that use the variable. */
  readonly sides: readonly number[];
  /** Whether the template's variable_names include it. */
  readonly isListed: boolean;
}

/** The variables of a template: first the ones it lists, in its order, then others that its designs use. */
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
