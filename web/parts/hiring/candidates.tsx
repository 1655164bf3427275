import * as publicPage from '#contract/search/public-page.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import * as contract from '#contract/search/search.ts'
import type { Space } from '#contract/space/space.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'
import { CandidateCard } from '#web/parts/hiring/candidate-card.tsx'
import { CandidateRow } from '#web/parts/hiring/candidate-row.tsx'
import { quotaReading } from '#web/parts/hiring/reading.ts'
import { FoundCount } from '#web/parts/search/found-count.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { type Search, type Shown } from '#web/parts/hiring/candidate-filters.tsx'

const queryOf = (search: Search, space: Space) => ({
  q: search.q,
  category: search.category,
  free_days: search.days,
  docs: search.docs,
  level: search.level,
  languages: search.language,
  rating: search.rating,
  priceRange: search.price,
  near_space: space.id,
  radiusKm: search.km,
  works_near: search.near,
})

const candidatesReading = (search: Search, space: Space) =>
  pagesOf(contract.searchProfessionals, {
    query: { ...queryOf(search, space), sort: search.sort, limit: 10 },
  })

export const Candidates = ({
  search,
  space,
  onInvite,
}: Shown & { space: Space; onInvite: (card: ProfessionalCard, freeDays: number[]) => void }) => {
  const answer = useInfiniteQuery(candidatesReading(search, space))
  const counted = useQuery({
    ...reading(contract.professionalMatches, { query: queryOf(search, space) }),
    enabled: answer.hasNextPage,
  })
  const total = counted.data && { count: counted.data.ids.length, more: counted.data.more }
  const quota = useQuery(quotaReading)
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  const used = quota.data !== undefined && quota.data.sentToday >= quota.data.maxADay
  if (answer.isPending)
    return (
      <div
        role="status"
        aria-label="Buscando"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[100rem]:grid-cols-2"
      >
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="h-20 rounded-md" />
        ))}
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (all.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron resultados"
        text="Intenta con otros filtros o términos de búsqueda"
      />
    )
  return (
    <div className="min-w-0">
      <p role="status" className="mb-4 text-muted">
        <FoundCount all={answer.hasNextPage ? total : { count: all.length, more: false }} />
      </p>
      <h2 className="sr-only">Resultados</h2>
      {answer.data?.pages.map(({ items }, page) => (
        <Page
          key={items[0]?.id ?? page}
          items={items}
          spaceId={space.id}
          blocked={used ? 'Ya enviaste las 30 invitaciones de hoy.' : undefined}
          onInvite={onInvite}
        />
      ))}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => void answer.fetchNextPage()}
      />
    </div>
  )
}

/** A page of rows with the empty hours each would fill, in one request. */
const Page = ({
  items,
  spaceId,
  blocked,
  onInvite,
}: {
  items: readonly ProfessionalCard[]
  spaceId: number
  blocked: string | undefined
  onInvite: (card: ProfessionalCard, freeDays: number[]) => void
}) => {
  const fits = useQuery({
    ...reading(publicPage.hostFit, {
      query: { space: spaceId, professionals: items.map(({ id }) => id).join(',') },
    }),
    enabled: items.length > 0,
  })
  const [opened, setOpened] = useState<ProfessionalCard>()
  const of = (card: ProfessionalCard) => {
    const fit = fits.data?.find(({ professionalId }) => professionalId === card.id)
    return { of: card, fit, blocked, onInvite: () => onInvite(card, fit?.freeDays ?? []) }
  }
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 min-[100rem]:grid-cols-2">
        {items.map((card) => (
          <li key={card.id} className="border-b border-line">
            <CandidateRow {...of(card)} onOpen={() => setOpened(card)} />
          </li>
        ))}
      </ul>
      {opened === undefined ? null : (
        <Dialog
          open
          onOpenChange={() => setOpened(undefined)}
          title={`${opened.user.firstName} ${opened.user.lastName}`}
          hideTitle
        >
          <CandidateCard {...of(opened)} isInSheet />
        </Dialog>
      )}
    </>
  )
}
