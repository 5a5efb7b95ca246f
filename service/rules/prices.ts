/** Unit prices, in integer cents. */
import type { TemplateSize } from '#lib/contract/sizes.ts';

export const POSTAGE_CLASSES = ['first_class', 'standard'] as const;
export type PostageClass = (typeof POSTAGE_CLASSES)[number];

const UNIT_PRICE_CENTS: Readonly<Record<TemplateSize, Readonly<Record<PostageClass, number>>>> = {
  postcard_4x6: { first_class: 69, standard: 58 },
  postcard_6x9: { first_class: 85, standard: 72 },
  postcard_6x11: { first_class: 98, standard: 83 },
  letter: { first_class: 124, standard: 99 },
  self_mailer_12x9: { first_class: 139, standard: 112 },
  self_mailer_6x18: { first_class: 165, standard: 137 },
};

/** Returns the price of printing and mailing one mailpiece, in cents. */
export function unitPriceCents(size: TemplateSize, postage: PostageClass): number {
  return UNIT_PRICE_CENTS[size][postage];
}
