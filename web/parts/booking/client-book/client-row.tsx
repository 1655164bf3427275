import { Link } from '@tanstack/react-router'
import type { ClientSort, OwnClient } from '#contract/booking/client/own-client.ts'
import { formatCents } from '#contract/platform/money.ts'
import { birthdayText, nameOf, visitsText } from '#web/parts/booking/client-book/client-words.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

/** One row of the client book; at its right the value by which the list is sorted. */
export const ClientRow = ({ client, sort }: { client: OwnClient; sort: ClientSort }) => (
  <Link
    {...paths.ownClients(client.id)}
    className="-mx-2 grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-md px-2 py-2.5 hover:bg-sunk"
  >
    <span className="min-w-0 font-semibold wrap-anywhere">
      {nameOf(client)}
      {client.tags.length === 0 ? null : (
        <span className="ml-2 text-sm font-normal text-jacaranda-deep">{client.tags.join(' · ')}</span>
      )}
    </span>
    <span className="figures text-right text-[0.9375rem]">{mainOf(client, sort)}</span>
    <span className="col-span-2 text-sm text-muted">
      {visitsText(client.visits)}
      {client.next === null ? '' : ` · próxima: ${shortOf(client.next.startsAt, client.next.zone)}`}
    </span>
  </Link>
)

const mainOf = (client: OwnClient, sort: ClientSort) => {
  if (sort === 'spent') return formatCents(client.spentCents)
  if (sort === 'birthday') return client.birthday === null ? '' : birthdayText(client.birthday)
  return client.last === null ? '' : shortOf(client.last.startsAt, client.last.zone)
}
