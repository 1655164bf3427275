import { useState } from 'react'
import type { PublicProfessional } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rating, Stars } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/select.tsx'

type Reviewed = Pick<PublicProfessional, 'rating' | 'reviewCount' | 'scores' | 'reviews'> &
  Partial<Pick<PublicProfessional, 'results'>>

/** What others say: the mean, how it is made up, and their words; among the newest one looks by score, service, and what was written. */
export const Reviews = ({ of: one, empty }: { of: Reviewed; empty: string }) => {
  const [all, setAll] = useState(false)
  const [score, setScore] = useState<number>()
  const [service, setService] = useState('')
  const [only, setOnly] = useState<'text' | 'reply'>()
  if (one.reviewCount === 0) return <p className="text-muted">{empty}</p>
  const most = Math.max(1, ...one.scores.map(({ count }) => count))
  const services = [...new Set(one.reviews.flatMap(({ serviceName }) => serviceName ?? []))].toSorted()
  const chosen = one.reviews.filter(
    (review) =>
      (score === undefined || review.score === score) &&
      (service === '' || review.serviceName === service) &&
      (only === undefined || has(review, only)),
  )
  const isAsked = score !== undefined || service !== '' || only !== undefined
  return (
    <div className="grid gap-8 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2">
        <p className="flex items-baseline gap-2">
          <span className="figures font-display text-4xl font-semibold">{Number(one.rating).toFixed(1)}</span>
          <Rating value={one.rating} count={one.reviewCount} />
        </p>
        {one.results ? (
          <p className="text-[0.9375rem] text-muted">
            El resultado: <span className="figures font-semibold text-ink">{one.results.rating}</span>
          </p>
        ) : null}
        <ul aria-label="Ver solo las de una calificación" className="flex flex-col">
          {[5, 4, 3, 2, 1].map((each) => {
            const count = one.scores.find((known) => known.score === each)?.count ?? 0
            return (
              <li key={each}>
                <button
                  type="button"
                  aria-pressed={score === each}
                  onClick={() => setScore(score === each ? undefined : each)}
                  className={classNames(
                    'relative flex min-h-11 w-full items-center gap-2 rounded-sm px-1.5 text-sm text-muted hover:bg-sunk',
                    score === each && 'bg-jacaranda-soft',
                  )}
                >
                  <span className="figures w-3">{each}</span>
                  <span className="sr-only"> estrellas: </span>
                  <span className="h-2 flex-1 overflow-hidden rounded-full bg-sunk">
                    <span
                      className="block h-full rounded-full bg-maiz"
                      style={{ width: `${(count / most) * 100}%` }}
                    />
                  </span>
                  <span className="figures w-6 text-right">{count}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
      <div className="flex flex-col items-start gap-4">
        <div role="group" aria-label="Filtrar reseñas" className="flex w-full flex-wrap items-center gap-2">
          {services.length < 2 ? null : (
            <Select
              aria-label="Servicio"
              value={service}
              onChange={({ target }) => setService(target.value)}
              className="w-full sm:w-60"
            >
              <option value="">Todos los servicios</option>
              {services.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
          {written
            .filter(([kind]) => one.reviews.some((review) => has(review, kind)))
            .map(([kind, label]) => (
              <button
                key={kind}
                type="button"
                aria-pressed={only === kind}
                onClick={() => setOnly(only === kind ? undefined : kind)}
                className={classNames(
                  'min-h-12 rounded-md border border-edge px-3 text-sm',
                  only === kind ? 'bg-jacaranda-soft' : 'hover:bg-sunk',
                )}
              >
                {label}
              </button>
            ))}
        </div>
        {isAsked ? (
          <p role="status" className="flex flex-wrap items-center gap-3 text-muted">
            {chosen.length === 0
              ? `Ninguna de las ${one.reviews.length} más recientes es así.`
              : `${chosen.length} de las ${one.reviews.length} más recientes${score === undefined ? '' : `, con ${score} estrellas`}.`}
            <Button
              tone="secondary"
              size="small"
              onClick={() => {
                setScore(undefined)
                setService('')
                setOnly(undefined)
              }}
            >
              Ver todas
            </Button>
          </p>
        ) : null}
        <ul className="flex flex-col divide-y divide-line">
          {chosen.slice(0, all ? undefined : firstFew).map((review) => (
            <li
              key={`${review.authorFirstName}${review.createdAt}`}
              className="flex flex-col gap-1.5 py-4 first:pt-0"
            >
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{review.authorFirstName}</span>
                <Stars score={review.score} />
                <span className="text-sm text-muted">
                  {monthOf(review.createdAt)}
                  {review.serviceName === null ? null : ` · ${review.serviceName}`}
                </span>
              </p>
              {review.text === '' ? null : <p>{review.text}</p>}
              {review.reply === null ? null : (
                <p className="mt-1 border-l-4 border-line py-0.5 pl-4 text-[0.9375rem]">
                  <span className="font-semibold">Respuesta: </span>
                  {review.reply}
                </p>
              )}
            </li>
          ))}
        </ul>
        {!all && chosen.length > firstFew ? (
          <Button tone="secondary" size="small" onClick={() => setAll(true)}>
            Ver más reseñas
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const firstFew = 5
const written = [
  ['text', 'Con comentario'],
  ['reply', 'Con respuesta'],
] as const
const has = ({ text, reply }: Reviewed['reviews'][number], kind: 'text' | 'reply') =>
  kind === 'text' ? text !== '' : reply !== null
const month = new Intl.DateTimeFormat('es-MX', {
  month: 'long',
  year: 'numeric',
  timeZone: 'America/Mexico_City',
})
const monthOf = (instant: string) => month.format(new Date(instant))
