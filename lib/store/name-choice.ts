/** When a member is erased, what happens to the member's name in text that people typed. */
export const NAME_CHOICES = ['keep', 'replace'] as const;
export type NameInTexts = (typeof NAME_CHOICES)[number];
