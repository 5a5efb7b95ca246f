import { timestamp } from 'drizzle-orm/pg-core';

/** A column for a time, with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
