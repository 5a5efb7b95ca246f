/** The Display menu's form, which sets the columns, the density, and the rows per page of campaign lists. */
import { z } from 'zod';
import {
  type ColumnId,
  DEFAULT_LIST_VIEW,
  DENSITIES,
  LIST_COLUMNS,
  type ListView,
  MAX_COLUMNS,
  metadataColumn,
} from '#lib/domain/list-view.ts';
import { formatCount } from '#lib/format/text.ts';
import { MAX_KEY_LENGTH, MAX_PER_PAGE } from '#lib/input-limits.ts';
import { columnField, MAX_METADATA_COLUMNS, metadataField, OTHER_METADATA_FIELD } from './display-fields.ts';

const keyText = z.string().max(MAX_KEY_LENGTH, `Use ${formatCount(MAX_KEY_LENGTH)} characters or fewer.`);
const metadataFields = Array.from({ length: MAX_METADATA_COLUMNS }, (_, i) => metadataField(i));

export const displayForm = z.object({
  ...(Object.fromEntries(
    LIST_COLUMNS.map((column) => [columnField(column), z.literal('on').optional()]),
  ) as Record<ReturnType<typeof columnField>, z.ZodOptional<z.ZodLiteral<'on'>>>),
  ...Object.fromEntries(metadataFields.map((name) => [name, keyText.optional()])),
  [OTHER_METADATA_FIELD]: keyText.optional(),
  density: z.enum(DENSITIES),
  per_page: z.coerce
    .number(`Enter a number from 1 to ${MAX_PER_PAGE}.`)
    .int(`Enter a number from 1 to ${MAX_PER_PAGE}.`)
    .min(1, `Enter a number from 1 to ${MAX_PER_PAGE}.`)
    .max(MAX_PER_PAGE, `Enter a number from 1 to ${MAX_PER_PAGE}.`),
  /** The URL of the list to return to. */
  list: z.string().max(20_000),
  /** Set by the button that restores the default settings. */
  reset: z.literal('on').optional(),
});

/** Returns the settings in a submitted form. If no column is chosen, returns the default columns. */
export function readDisplayForm(input: z.output<typeof displayForm>): ListView {
  const fixed = LIST_COLUMNS.filter((column) => input[columnField(column)] === 'on');
  const fields: Readonly<Record<string, string | number | undefined>> = input;
  const keys = [...metadataFields, OTHER_METADATA_FIELD].map((name) => fields[name]?.toString());
  const metadata = keys.flatMap((key) => (key === undefined ? [] : [metadataColumn(key)]));
  const columns = [...new Set<ColumnId>([...fixed, ...metadata])].slice(0, MAX_COLUMNS);
  return {
    columns: columns.length > 0 ? columns : DEFAULT_LIST_VIEW.columns,
    density: input.density,
    perPage: input.per_page,
  };
}
