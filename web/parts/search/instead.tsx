import { Link } from '@tanstack/react-router'
import { ChevronRight, Hourglass } from 'lucide-react'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { type Proposal, proposalsOf } from '#web/parts/search/instead-links.ts'
import type { Instead as Read } from '#web/parts/search/instead-reading.ts'
import { whenOf } from '#web/parts/search/window.ts'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/server-clock.ts'

export type InsteadProps = {
  read: Read
  /** As it was run. */
  search: SearchState
  /** Nothing was found at all; otherwise partial matches follow. */
  isEmpty: boolean
}

/** Similar searches that have results, each with its count, and professionals with an open waiting list. */
export default function Instead({ read, search, isEmpty }: InsteadProps) {
  const proposals = proposalsOf(read, search, serverNow())
  const waiting = isEmpty ? read.waiting : []
  if (proposals.length === 0 && waiting.length === 0) return null
  return (
    <section aria-labelledby="en-su-lugar" className="mx-auto mb-6 max-w-form">
      <h2 id="en-su-lugar" className="mb-2 font-sans text-base font-semibold tracking-normal">
        {isEmpty ? 'Lo más cercano a lo que buscas' : 'Nadie coincide con todo. Prueba:'}
      </h2>
      {isEmpty ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <Row {...proposal} />
            </li>
          ))}
          {waiting.map((one) => (
            <li key={`espera-${one.id}`}>
              <Wait {...one} search={search} />
            </li>
          ))}
        </ul>
      ) : (
        <ul className="flex flex-wrap gap-2 py-1">
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <Pill {...proposal} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const rowClass =
  'flex min-h-12 items-center justify-between gap-3 rounded-lg px-4 py-2.5 transition-colors hover:bg-sunk'

const Row = ({ change, finds, search }: Proposal) => (
  <Link to="/search-results" search={search} className={rowClass}>
    <span className="min-w-0">
      {change}: <span className="figures font-semibold">{finds}</span>
    </span>
    <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />
  </Link>
)

const Pill = ({ change, finds, search }: Proposal) => (
  <Link
    to="/search-results"
    search={search}
    className="inline-flex min-h-11 items-center rounded-full border border-edge/60 bg-surface px-4 text-[0.9375rem] whitespace-nowrap transition-colors hover:border-ink/70"
  >
    <span>
      {change}: <span className="figures font-semibold">{finds}</span>
    </span>
  </Link>
)

/** Links to the hours of the searched day, where a client joins the waiting list. */
const Wait = ({
  id,
  name,
  serviceId,
  service,
  search,
}: Read['waiting'][number] & { search: SearchState }) => (
  <Link
    {...paths.booking({ professional: id, service: serviceId, how: wayOf(search), ...whenOf(search) })}
    className={rowClass}
  >
    <span className="min-w-0">
      Lista de espera de <span className="font-semibold">{name}</span>
      <span className="block text-[0.9375rem] text-muted">{service}: te avisamos si se abre un lugar</span>
    </span>
    <Hourglass aria-hidden className="size-4.5 shrink-0 text-muted" />
  </Link>
)

/** The one modality that was searched. */
const wayOf = ({ how, modality }: SearchState) =>
  how ?? (modality === 'home' || modality === 'online' ? modality : undefined)
