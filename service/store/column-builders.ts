/** Column types that several tables share. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const idColumn = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
export const referenceColumn = (name: string) => bigint(name, { mode: 'number' });
export const centsColumn = (name: string) => bigint(name, { mode: 'number' }).notNull();
export const serviceTimeColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytesColumn = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
