import { useQuery } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Sparkles } from 'lucide-react'
import { lazy } from 'react'
import FeaturedCards from '#web/parts/landing/featured-cards.tsx'
import { featuredReading } from '#web/parts/landing/featured-reading.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Still } from '#web/ui/page/still.tsx'

const later = lazy(() => import('#web/parts/landing/featured-cards.tsx'))
const Cards = createIsomorphicFn()
  .server(() => FeaturedCards)
  .client(() => later)()

/** Suggested professionals, with their four states. */
export const Featured = ({
  title = 'Profesionales destacados',
  most = 6,
}: {
  title?: string
  most?: number
}) => {
  const { data, error, refetch, isPending } = useQuery(featuredReading)
  return (
    <section
      id="profesionales-destacados"
      aria-labelledby="destacados-titulo"
      className="page py-14 sm:py-16"
    >
      <h2 id="destacados-titulo" className="text-3xl sm:text-4xl">
        {title}
      </h2>
      <div className="mt-8">
        {error && data === undefined ? (
          <ErrorState text={error.message} onRetry={() => void refetch()} />
        ) : isPending ? (
          <div
            role="status"
            aria-label="Cargando profesionales"
            className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3"
          >
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className="h-96 rounded-lg" />
            ))}
          </div>
        ) : data.length === 0 ? (
          <EmptyState
            icon={<Sparkles />}
            title="Muy pronto"
            text="Aquí aparecerán las personas mejor calificadas de Kalli."
          />
        ) : (
          <Still>
            <Cards professionals={data.slice(0, most)} />
          </Still>
        )}
      </div>
    </section>
  )
}
