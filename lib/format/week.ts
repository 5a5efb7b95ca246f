/** A region's week: its first day and its weekend. */

export interface Week {
  /** The first day of the week, from 1 for Monday to 7 for Sunday. */
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** TypeScript doesn't know this function yet. */
interface LocaleWithWeek extends Intl.Locale {
  getWeekInfo(): Week;
}

/** @param locale the locale in which the member sees dates */
export const readWeek = (locale: string): Week => (new Intl.Locale(locale) as LocaleWithWeek).getWeekInfo();
