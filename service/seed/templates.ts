import { appealLetter } from './designs/appeal-letter.ts';
import { carService } from './designs/car-service.ts';
import { checkup } from './designs/checkup.ts';
import { dentistLetter } from './designs/dentist-letter.ts';
import { gardenCenter } from './designs/garden-center.ts';
import { grandOpening } from './designs/grand-opening.ts';
import { gutters } from './designs/gutters.ts';
import { justListed } from './designs/just-listed.ts';
import { justSold } from './designs/just-sold.ts';
import { menu } from './designs/menu.ts';
import { openHouse } from './designs/open-house.ts';
import type { SeedTemplate } from './designs/parts.ts';
import { schoolFair } from './designs/school-fair.ts';

/** Twelve templates that cover all six sizes, ordered by id. */
export const SEED_TEMPLATES: readonly SeedTemplate[] = [
  justListed,
  openHouse,
  justSold,
  grandOpening,
  menu,
  checkup,
  dentistLetter,
  gutters,
  appealLetter,
  gardenCenter,
  carService,
  schoolFair,
];
