/** What happens to a member's name in text that people typed, when the member is erased. */
export const NAME_CHOICES = ['keep', 'replace'] as const;
export type NameInTexts = (typeof NAME_CHOICES)[number];
