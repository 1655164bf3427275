import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import * as contract from '#contract/search/search.ts'
import * as publicPage from '#contract/search/public-page.ts'
import type { Space } from '#contract/space/space.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { reading } from '#web/api.ts'
import { CandidateCard } from '#web/parts/hiring/candidate-card.tsx'
import { quotaReading } from '#web/parts/hiring/reading.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('#web/parts/hiring/invite-dialog.tsx')).InviteDialog,
}))

const shownPeople = 4

/** The nearest professionals of the trade, each with an invitation to this vacancy. */
export const Suggestions = ({ of: one, spaces }: { of: HostVacancy; spaces: readonly Space[] }) => {
  const found = useQuery(
    reading(contract.searchProfessionals, {
      query: {
        category: one.category,
        near_space: one.spaceId,
        radiusKm: one.radiusKm,
        sort: 'distance',
        limit: shownPeople,
      },
    }),
  )
  const people = found.data ?? []
  const fits = useQuery({
    ...reading(publicPage.hostFit, {
      query: { space: one.spaceId, professionals: people.map(({ id }) => id).join(',') },
    }),
    enabled: people.length > 0,
  })
  const quota = useQuery(quotaReading)
  const [invited, setInvited] = useState<ProfessionalCard>()
  if (found.isPending) return <Skeleton className="h-88 rounded-lg" />
  if (found.isLoadingError) return <ErrorState text={found.error.message} onRetry={() => found.refetch()} />
  const allowed = one.moves.find(({ move }) => move === 'invite')
  const blocked =
    allowed?.allowed === false
      ? (allowed.reason ?? undefined)
      : quota.data !== undefined && quota.data.sentToday >= quota.data.maxADay
        ? 'Ya enviaste las 30 invitaciones de hoy.'
        : undefined
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">Compatibles con esta vacante</h3>
      {people.length === 0 ? (
        <p className="text-muted">Por ahora no hay a quién invitar cerca.</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          {people.map((card) => (
            <li key={card.id}>
              <CandidateCard
                of={card}
                fit={fits.data?.find(({ professionalId }) => professionalId === card.id)}
                blocked={blocked}
                onInvite={() => setInvited(card)}
              />
            </li>
          ))}
        </ul>
      )}
      <Link
        {...paths.searchProfessionals({ space: one.spaceId, category: one.category, vacancy: one.id })}
        className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
      >
        Ver más con filtros
        <span className="sr-only"> para {one.title}</span>
      </Link>
      {invited === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <InviteDialog
            target={{
              professionalId: invited.id,
              name: `${invited.user.firstName} ${invited.user.lastName}`,
              categories: invited.categories,
              freeDays: [],
            }}
            spaces={spaces.filter(({ status }) => status === 'published')}
            spaceId={one.spaceId}
            vacancyId={one.id}
            onClose={() => setInvited(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
