/** The name of the template that a campaign was made from. */
export interface TemplateName {
  /** The name when Mailroom first saw the campaign, used as the campaign's title. Undefined if no name is known. */
  readonly first: string | undefined;
  /** The template's current name. Undefined if the service no longer lists the template. */
  readonly current: string | undefined;
}

/** Returns the template's new name if the template was renamed after the campaign was first seen. */
export function renamedTemplate({ first, current }: TemplateName): string | undefined {
  return first !== undefined && current !== first ? current : undefined;
}
