import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/review/public-review.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import type { ReviewAuthor } from '#contract/review/visit-review.ts'
import { pagesOf } from '#web/api-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Kind = 'professional' | 'space' | 'business'
type Reviewed = { id: string | number } & Pick<
  PublicProfessional,
  'rating' | 'reviewCount' | 'scores' | 'reviews' | 'reviewedServices'
> &
  Partial<Pick<PublicProfessional, 'results'>>
type SearchParams = {
  score?: number
  service?: string
  only?: 'text' | 'reply'
  by?: 'client' | 'professional'
}

const firstFew = 3

/** Reviews: the mean, its distribution, and the texts; filtered by score, service, author, and text. */
export const Reviews = ({ kind, of: one, empty }: { kind: Kind; of: Reviewed; empty: string }) => {
  const [search, setRequested] = useState<SearchParams>({})
  const [wanted, setWanted] = useState(firstFew)
  const isRequested = Object.values(search).some((each) => each !== undefined)
  const total = one.scores.reduce((sum, { count }) => sum + count, 0)
  const came = one.reviews
  // The newest came with the page: further ones are loaded from the last on.
  const others = useInfiniteQuery({
    ...pagesOf(contract.publicReviews, {
      query: {
        of: kind,
        id: Number(one.id),
        ...(isRequested ? search : { cursor: String(came.at(-1)?.id ?? 0) }),
      },
    }),
    enabled: isRequested || (wanted > came.length && total > came.length),
  })
  if (one.reviewCount === 0) return <p className="text-muted">{empty}</p>
  const read = others.data?.pages.flatMap(({ items }) => items) ?? []
  const found = isRequested ? read : [...came, ...read]
  const hasUnread = others.data === undefined ? !isRequested && total > came.length : others.hasNextPage
  const more = () => {
    setWanted(wanted + contract.reviewsAtOnce)
    if (others.hasNextPage && wanted + contract.reviewsAtOnce > found.length) void others.fetchNextPage()
  }
  const ask = (change: SearchParams) => {
    setRequested({ ...search, ...change })
    setWanted(contract.reviewsAtOnce)
  }
  const filters = { kind, of: one, search, ask, isLong: total > came.length }
  return (
    <div className="grid gap-8 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2">
        <p className="flex items-baseline gap-2">
          <span className="figures font-display text-4xl font-semibold">{Number(one.rating).toFixed(1)}</span>
          <span className="text-muted">
            {one.reviewCount === 1 ? '1 reseña' : `${one.reviewCount} reseñas`}
          </span>
        </p>
        {one.results ? (
          <p className="text-[0.9375rem] text-muted">
            El resultado: <span className="figures font-semibold text-ink">{one.results.rating}</span>
          </p>
        ) : null}
        <Bars scores={one.scores} score={search.score} onChange={(score) => ask({ score })} />
      </div>
      <div className="flex flex-col items-start gap-4">
        <Filters {...filters} />
        {isRequested ? (
          <p role="status" className="flex flex-wrap items-center gap-3 text-muted">
            {others.isPending ? 'Buscando…' : others.isError ? '' : foundText(found.length, hasUnread)}
            <Button
              tone="secondary"
              size="small"
              onClick={() => {
                setRequested({})
                setWanted(firstFew)
              }}
            >
              Ver todas
            </Button>
          </p>
        ) : null}
        <ul className="flex w-full flex-col divide-y divide-line">
          {found.slice(0, wanted).map((review) => (
            <li key={review.id} className="py-4 first:pt-0">
              <Review of={review} kind={kind} />
            </li>
          ))}
        </ul>
        {others.isLoadingError ? (
          <ErrorState text={others.error.message} onRetry={() => void others.refetch()} />
        ) : (
          <LoadMore
            has={found.length > wanted || hasUnread}
            busy={others.isFetching}
            error={others.isFetchNextPageError ? others.error : null}
            onMore={more}
            label="Ver más reseñas"
          />
        )}
      </div>
    </div>
  )
}

const foundText = (count: number, hasUnread: boolean) =>
  count === 0
    ? 'Ninguna reseña es así.'
    : hasUnread
      ? `Las ${count} más recientes; hay más abajo.`
      : count === 1
        ? '1 reseña.'
        : `${count} reseñas.`

const Bars = ({
  scores,
  score,
  onChange,
}: Pick<Reviewed, 'scores'> & {
  score: number | undefined
  onChange: (score: number | undefined) => void
}) => {
  const most = Math.max(1, ...scores.map(({ count }) => count))
  return (
    <ul aria-label="Ver solo las de una calificación" className="flex md:flex-col">
      {scores.map(({ score: each, count }) => (
        <li key={each} className="max-md:flex-1">
          <button
            type="button"
            aria-pressed={score === each}
            onClick={() => onChange(score === each ? undefined : each)}
            className={classNames(
              'relative flex min-h-11 w-full items-center gap-2 rounded-sm px-1.5 text-sm text-muted hover:bg-sunk max-md:flex-col max-md:gap-1 max-md:py-1.5',
              score === each && 'bg-jacaranda-soft',
            )}
          >
            <span className="figures md:w-3">
              {each}
              <span aria-hidden className="md:hidden">
                {' '}
                ★
              </span>
            </span>
            <span className="sr-only"> estrellas: </span>
            <span className="h-2 overflow-hidden rounded-full bg-sunk max-md:w-full md:flex-1">
              <span
                className="block h-full rounded-full bg-maiz"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="figures md:w-8 md:text-right">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Only options with results; all options where not every review is loaded. */
const Filters = ({
  kind,
  of: { reviews, reviewedServices },
  search,
  ask,
  isLong,
}: {
  kind: Kind
  of: Reviewed
  search: SearchParams
  ask: (change: SearchParams) => void
  isLong: boolean
}) => {
  const has = (is: (review: contract.PublicReview) => boolean) => isLong || reviews.some(is)
  const both = kind !== 'professional' && speakers.every(([by]) => has(({ author }) => author === by))
  return (
    <div
      role="group"
      aria-label="Filtrar reseñas"
      className="flex w-full flex-wrap items-center gap-2 empty:hidden"
    >
      {reviewedServices.length < 2 ? null : (
        <Select
          aria-label="Servicio"
          value={search.service ?? ''}
          onChange={({ target }) => ask({ service: target.value === '' ? undefined : target.value })}
          className="w-full sm:w-60"
        >
          <option value="">Todos los servicios</option>
          {reviewedServices.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      {(both ? speakers : []).map(([by, label]) => (
        <Chip
          key={by}
          label={label}
          pressed={search.by === by}
          onPress={(pressed) => ask({ by: pressed ? by : undefined })}
        />
      ))}
      {written
        .filter(([, , is]) => has(is))
        .map(([only, label]) => (
          <Chip
            key={only}
            label={label}
            pressed={search.only === only}
            onPress={(pressed) => ask({ only: pressed ? only : undefined })}
          />
        ))}
    </div>
  )
}

const Chip = ({
  label,
  pressed,
  onPress,
}: {
  label: string
  pressed: boolean
  onPress: (pressed: boolean) => void
}) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={() => onPress(!pressed)}
    className={classNames(
      'min-h-12 rounded-md border border-edge px-3 text-sm',
      pressed ? 'bg-jacaranda-soft' : 'hover:bg-sunk',
    )}
  >
    {label}
  </button>
)

const speakers = [
  ['professional', 'De profesionales'],
  ['client', 'De clientes'],
] as const
const written = [
  ['text', 'Con comentario', ({ text }: contract.PublicReview) => text !== ''],
  ['reply', 'Con respuesta', ({ reply }: contract.PublicReview) => reply !== null],
] as const

const Review = ({ of: review, kind }: { of: contract.PublicReview; kind: Kind }) => (
  <div className="flex flex-col gap-1.5">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">{review.authorFirstName}</span>
      <Stars score={review.score} />
      <span className="text-sm text-muted">
        {[
          kind === 'professional' ? null : spokeAs[review.author],
          monthOf(review.createdAt),
          review.serviceName,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </p>
    {review.text === '' ? null : <p className="wrap-anywhere">{review.text}</p>}
    {review.reply === null ? null : (
      <p className="mt-1 border-l-4 border-line py-0.5 pl-4 text-[0.9375rem] wrap-anywhere">
        <span className="font-semibold">Respuesta: </span>
        {review.reply}
      </p>
    )}
  </div>
)

/** At a place, two kinds of authors write; only their first name is known, so the label avoids gendered words. */
const spokeAs: Readonly<Record<ReviewAuthor, string | null>> = {
  client: 'Vino a su cita',
  professional: 'Atendió aquí',
  host: null,
}

const month = new Intl.DateTimeFormat('es-MX', {
  month: 'long',
  year: 'numeric',
  timeZone: 'America/Mexico_City',
})
const monthOf = (instant: string) => month.format(new Date(instant))
