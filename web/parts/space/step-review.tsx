import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { listingSteps } from '#contract/space/listing-steps.ts'
import { mayMoveListing } from '#contract/space/listing.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { Space } from '#contract/space/space.ts'
import { ListingActions, StateBadge, useListingMove } from '#web/parts/space/listing-actions.tsx'
import { PreviewButton, ReviewReasons } from '#web/parts/space/review-reasons.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Greca } from '#web/ui/logo.tsx'

/** The status of the listing, what is missing, and publishing. */
export const StepReview = ({ space }: { space: Space }) => {
  const move = useListingMove(space)
  const submit = mayMoveListing('submit', 'host', { ...space, state: space.status })
  return (
    <div className="flex flex-col gap-7">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-3xl">{titles[space.status]}</h1>
          <StateBadge state={space.status} />
        </div>
        <p className="measure text-muted">{textOf(space)}</p>
      </header>
      {space.review.note === null ? null : (
        <p className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
          <span className="font-semibold">Kalli dice:</span> {space.review.note}
        </p>
      )}
      {space.unbookable === null ? null : (
        <p className="flex items-start gap-2.5 rounded-md bg-chile-soft px-4 py-3 text-chile">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {space.unbookable}
        </p>
      )}
      <ReviewReasons space={space} />
      <Summary space={space} />
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {listingSteps.map(({ step, label }) => {
          const gaps = space.missing.filter((gap) => gap.step === step)
          const later = laterAt(space, step)
          return (
            <li key={step}>
              <Link
                {...paths.hostRegistration({ space: space.id, step })}
                className="flex min-h-14 items-center gap-3.5 px-4 py-2.5 transition-colors hover:bg-sunk"
              >
                {gaps.length > 0 || later !== null ? (
                  <CircleAlert aria-hidden className="size-5 shrink-0 text-maiz-ink" />
                ) : (
                  <CircleCheck aria-hidden className="size-5 shrink-0 text-agave" />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{label}</span>
                  {gaps.map(({ text }) => (
                    <span key={text} className="block text-sm text-maiz-ink">
                      {text}
                    </span>
                  ))}
                  {later === null ? null : <span className="block text-sm text-maiz-ink">{later}</span>}
                  {gaps.length === 0 && later === null ? <span className="sr-only">Completo</span> : null}
                </span>
                <ArrowRight aria-hidden className="size-4.5 text-muted" />
              </Link>
            </li>
          )
        })}
      </ol>
      <Greca className="text-barro/50" />
      <footer className="flex flex-wrap items-start justify-between gap-3">
        <Link {...paths.hostRegistration()} className={buttonClass({ tone: 'quiet' })}>
          <ArrowLeft aria-hidden className="size-5" />
          Mis espacios
        </Link>
        <div className="flex flex-wrap items-start justify-end gap-3 max-sm:w-full max-sm:flex-col max-sm:items-stretch">
          {space.status === 'published' ? null : <PreviewButton space={space} />}
          <ListingActions space={space} />
          {space.status === 'published' ? (
            <Link {...paths.space(space.id)} className={buttonClass({})}>
              Ver mi página
              <ArrowRight aria-hidden className="size-5" />
            </Link>
          ) : null}
          {space.status === 'draft' ? (
            <Button
              busy={move.isPending}
              blocked={submit.allowed ? undefined : submit.reason}
              onClick={() => move.mutate('submit')}
            >
              <Hourglass aria-hidden className="size-5" />
              Enviar a revisión
            </Button>
          ) : null}
        </div>
      </footer>
    </div>
  )
}

const Summary = ({ space }: { space: Space }) => (
  <article
    className={classNames(
      'overflow-hidden rounded-lg border border-line bg-surface',
      space.photos.length > 0 && 'sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]',
    )}
  >
    {space.photos[0] === undefined ? null : (
      <img
        src={space.photos[0].address}
        alt=""
        width={480}
        height={360}
        className="aspect-4/3 w-full bg-sunk object-cover sm:h-full"
      />
    )}
    <div className="flex flex-col gap-1.5 p-5">
      <h2 className="text-xl">{space.name === '' ? 'Sin nombre' : space.name}</h2>
      <p className="text-muted">
        {space.businessName} · {spaceTypes[space.spaceType]} · {openUnits(space)}
      </p>
      <p className="text-muted">
        {[space.neighbourhood, space.city].filter(Boolean).join(', ') || 'Sin ubicación'}
      </p>
      <p className="font-display text-xl font-semibold">
        {space.pricePerHourCents === 0 ? 'Sin precio' : `${formatCents(space.pricePerHourCents)}/h`}
      </p>
    </div>
  </article>
)

/** Steps that may follow after publishing, and what depends on them. */
const laterAt = ({ payout, business }: Space, step: number): string | null => {
  if (step === 9 && payout === null) return 'Sin CLABE se publica, pero nadie puede reservar.'
  if (step === 1 && (business.rfc === null || business.taxRegime === null))
    return 'Sin RFC y régimen se publica; hacen falta para tu primer depósito.'
  return null
}

const titles: Readonly<Record<Space['status'], string>> = {
  draft: 'Revisa y envía',
  in_review: 'Lo estamos revisando',
  published: 'Ya está publicado',
  paused: 'Está en pausa',
  suspended: 'Lo suspendimos',
  archived: 'Está archivado',
}

const textOf = (space: Space) => {
  switch (space.status) {
    case 'draft':
      return 'Si todo está completo y no hay dudas se publica en minutos. Si no, una persona lo ve en menos de 48 horas.'
    case 'in_review':
      return `Te avisamos en cuanto haya respuesta${space.review.dueAt === null ? '' : `, a más tardar el ${when(space)}`}.`
    case 'published':
      return 'Lo encuentran profesionales de la zona. Lo que cambies se ve al momento.'
    case 'paused':
      return 'No entran reservas nuevas; las confirmadas siguen en pie.'
    case 'suspended':
      return 'No se ve ni se reserva. Escríbenos para resolverlo.'
    case 'archived':
      return 'Ya no se ve ni se reserva. Sus recibos se quedan contigo.'
  }
}

const when = ({ review, zone }: Space) =>
  new Intl.DateTimeFormat('es-MX', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: zone,
  }).format(new Date(review.dueAt ?? 0))

const openUnits = ({ units }: Space) => {
  const count = units.filter(({ active }) => active).length
  return count === 1 ? '1 unidad' : `${count} unidades`
}
