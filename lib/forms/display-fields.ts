/** The names of the Display menu's fields. */
import type { ListColumn } from '#lib/domain/list-view.ts';

/** The number of metadata keys that the menu offers as columns. */
export const MAX_METADATA_COLUMNS = 12;

export const columnField = (column: ListColumn) => `column_${column}` as const;
export const metadataField = (index: number) => `metadata_${index}` as const;
export const OTHER_METADATA_FIELD = 'other_metadata';
