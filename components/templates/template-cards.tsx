import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { type DateSettings, formatDay } from '#lib/format/dates.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { templateTitle } from '#lib/format/template.ts';
import { formatPlural } from '#lib/format/text.ts';
import { SavedDesign, trimSizePx } from './design-frame.tsx';

interface TemplateCardsProps {
  readonly templates: readonly Template[];
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function TemplateCards({ templates, dateSettings, now }: TemplateCardsProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17.5rem,100%),1fr))] gap-4">
      {templates.map((template) => (
        <li key={template.id} className="min-w-0">
          <TemplateCard template={template} dateSettings={dateSettings} now={now} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The maximum height of the mailpiece's front on a card. All cards reserve the same space, so that the
 * template names line up.
 */
const MAX_FRONT_HEIGHT_PX = 168;

function TemplateCard({
  template,
  dateSettings,
  now,
}: Omit<TemplateCardsProps, 'templates'> & { readonly template: Template }) {
  const { id, size, designs, variable_names: variables, updated_at } = template;
  const { width, height } = trimSizePx(size);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-card shadow-card">
      <div className="backdrop-dots grid h-52 place-items-center border-b border-line bg-backdrop px-6 text-sm text-muted [content-visibility:auto]">
        {designs?.[0] === undefined ? (
          'No design'
        ) : (
          <div className="w-full" style={{ maxWidth: (MAX_FRONT_HEIGHT_PX * width) / height }}>
            <SavedDesign templateId={id} side={0} size={size} className="shadow-mailpiece" />
          </div>
        )}
      </div>
      <div className="flex grow flex-col gap-0.5 px-4 py-3.5">
        <h2 className="text-base">
          <PageLink
            href={`/templates/${id}`}
            className="font-[550] after:absolute after:inset-0 after:rounded-lg group-hover:underline group-hover:underline-offset-3 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-blue"
          >
            <bdi className="line-clamp-2">{templateTitle(template)}</bdi>
          </PageLink>
        </h2>
        <p className="text-sm text-muted">
          <bdi>{sizeLabel(size)}</bdi>
          {variables !== undefined && ` · ${formatPlural(variables.length, 'variable')}`}
        </p>
        <p className="mt-auto pt-1 text-sm text-muted tabular-nums">
          <Dotted parts={[`#${id}`, `updated ${formatDay(parseTimestamp(updated_at), dateSettings, now)}`]} />
        </p>
      </div>
    </article>
  );
}
