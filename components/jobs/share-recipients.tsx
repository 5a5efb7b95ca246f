import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Job, JobItem, JobSummary, ShareOptions } from '#lib/domain/job.ts';
import { describeShareOptions } from '#lib/format/job.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { itemTitle } from './job-campaign.tsx';

interface ShareRecipientsProps {
  readonly job: Pick<Job, 'id'>;
  readonly options: ShareOptions;
  readonly summary: Pick<JobSummary, 'campaigns' | 'addresses'>;
  /** The first campaigns, sorted by address. */
  readonly items: readonly JobItem[];
}

/** Which address gets a link to which campaign, and what the link shows. */
export function ShareRecipients({ job, options, summary, items }: ShareRecipientsProps) {
  const byAddress = Map.groupBy(items, ({ email }) => email?.toLowerCase() ?? '');
  const { campaigns, addresses } = summary;
  const others = campaigns - items.length;
  return (
    <>
      {campaigns > 0 && (
        <Card
          title={
            <>
              {formatPlural(campaigns, 'email')}{' '}
              <span className="font-normal text-muted">
                to {formatPlural(addresses, 'address', 'addresses')}
              </span>
            </>
          }
        >
          <table className="w-full table-fixed text-left [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:py-2 [&_td,&_th]:align-top">
            <caption className="sr-only">Addresses, and the campaigns that are shared with each</caption>
            <thead className="text-sm text-muted [&_th]:border-0! [&_th]:font-[550]">
              <tr>
                <th scope="col" className="pr-4">
                  Address
                </th>
                <th scope="col">Campaigns</th>
              </tr>
            </thead>
            <tbody>
              {[...byAddress].map(([address, shared]) => (
                <tr key={address}>
                  <th scope="row" className="pr-4 font-[550] wrap-anywhere">
                    <bdi>{shared[0]?.email}</bdi>
                  </th>
                  <td>
                    <ul>
                      {shared.map((item) => (
                        <li key={item.campaignId} className="min-w-0">
                          <PageLink
                            href={`/campaigns/${item.campaignId}`}
                            className="block min-h-6 truncate underline decoration-edge underline-offset-3 hover:decoration-current"
                          >
                            <bdi>{itemTitle(item)}</bdi> #{item.campaignId}
                          </PageLink>
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {others > 0 && (
            <p className="mt-3 text-sm text-muted">
              And {formatCount(others)} more.{' '}
              <a
                href={`/jobs/${job.id}/export`}
                className="inline-block min-h-6 underline decoration-edge underline-offset-3 hover:decoration-current"
              >
                Download all addresses as CSV
              </a>
            </p>
          )}
        </Card>
      )}
      <Card title="What each email contains">
        {options.message && (
          <blockquote
            dir="auto"
            className="mb-3 border-l-3 border-blue pl-3.5 wrap-anywhere whitespace-pre-line"
          >
            {options.message}
          </blockquote>
        )}
        <p className="text-sm text-muted">{describeShareOptions(options)}</p>
      </Card>
    </>
  );
}
