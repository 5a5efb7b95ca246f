/** The name of the template that a campaign was made from. */
export interface TemplateName {
  /** The name that the campaign was first seen under, which is its title. Undefined when no name is known. */
  readonly first: string | undefined;
  /** The template's current name. Undefined when the service doesn't list it anymore. */
  readonly current: string | undefined;
}

/** The template's new name, if it was renamed after the campaign was first seen. */
export function renamedTemplate({ first, current }: TemplateName): string | undefined {
  return first !== undefined && current !== first ? current : undefined;
}
