/** The name of the template that a campaign was made from. */
export interface TemplateName {
  /**
   * The template's name when Mailroom first saw the campaign. Used as the campaign's title. Undefined if the
   * name is unknown.
   */
  readonly first: string | undefined;
  /** The template's current name. Undefined if the service doesn't list the template. */
  readonly current: string | undefined;
}

/** Returns the template's new name if the template was renamed after Mailroom first saw the campaign. */
export function renamedTemplate({ first, current }: TemplateName): string | undefined {
  return first !== undefined && current !== first ? current : undefined;
}
