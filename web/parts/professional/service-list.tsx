import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { groupsOf } from '#contract/service/add-on.ts'
import { categories } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { policyTiers } from '#contract/service/service.ts'
import { plainText } from '#contract/platform/plain-text.ts'
import { priceOfService } from '#web/parts/cards/from-price.ts'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { ServiceSearch } from '#web/parts/professional/still-parts.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Opening } from '#web/ui/page/opening.tsx'

const WorkDialog = lazy(() => import('#web/parts/professional/work-dialog.tsx'))

type Service = PublicProfessional['services'][number]

/** From this number on there is a search by name. */
const manyServices = 6

/** The services of a professional; grouped by category if there are several, searchable by name if there are many. */
export const ServiceList = ({ one, going }: { one: PublicProfessional; going: Going }) => {
  const [category, setCategory] = useState<Service['category']>()
  const [name, setName] = useState('')
  const offered = [...new Set(one.services.map((service) => service.category))]
  const services = one.services.toSorted(
    (a, b) => Number(b.id === going.service) - Number(a.id === going.service),
  )
  const shown = services.filter(
    (service) =>
      (category === undefined || service.category === category) &&
      plainText(service.name).includes(plainText(name.trim())),
  )
  const filters = offered.length > 1 || one.services.length > manyServices
  return (
    <>
      {filters ? (
        <div className="flex flex-wrap items-center gap-2">
          {offered.length < 2 ? null : (
            <fieldset className="contents">
              <legend className="sr-only">Ver servicios de</legend>
              {[undefined, ...offered].map((value) => (
                <button
                  key={value ?? 'all'}
                  type="button"
                  aria-pressed={category === value}
                  onClick={() => setCategory(value)}
                  className={classNames(
                    'min-h-11 rounded-full border px-4 text-[0.9375rem] font-medium transition-colors',
                    category === value
                      ? 'border-jacaranda bg-jacaranda-soft text-ink'
                      : 'border-edge/60 bg-surface text-muted hover:border-ink/60',
                  )}
                >
                  {value === undefined ? 'Todos' : categories[value]}
                </button>
              ))}
            </fieldset>
          )}
          {one.services.length <= manyServices ? null : (
            <Suspense>
              <ServiceSearch name={name} onChange={setName} />
            </Suspense>
          )}
          <p role="status" className="sr-only">
            {shown.length === 1 ? '1 servicio' : `${shown.length} servicios`}
          </p>
        </div>
      ) : null}
      {one.services.length === 0 ? (
        <p className="text-muted">Todavía no publica servicios.</p>
      ) : shown.length === 0 ? (
        <p className="text-muted">Ningún servicio se llama así.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((service) => (
            <Line key={service.id} service={service} of={one} going={going} />
          ))}
        </ul>
      )}
    </>
  )
}

const Line = ({ service, of: one, going }: { service: Service; of: PublicProfessional; going: Going }) => (
  <li
    className={classNames(
      'flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4',
      service.id === going.service && 'bg-jacaranda-soft',
    )}
  >
    <div className="min-w-0 flex-1 basis-40">
      <h3 className="font-sans text-[1.0625rem] font-semibold tracking-normal">{service.name}</h3>
      <p className="text-[0.9375rem] text-muted">
        {service.classRule === null ? '' : `Clase de hasta ${service.classRule.capacity} · `}
        {durationText(service.durationMinutes)} · Cancelación{' '}
        {policyTiers[service.policyTier].label.toLowerCase()}
        {service.firstVisitOnly ? ' · Solo en tu primera visita' : ''}
      </p>
      <Where service={service} />
      {groupsOf(service.addOns).map(({ name, options }) => (
        <p key={name} className="text-[0.9375rem] text-muted">
          {name}:{' '}
          {options
            .map((one) => (one.priceCents === 0 ? one.name : `${one.name} +${formatCents(one.priceCents)}`))
            .join(', ')}
        </p>
      ))}
      {service.addOns.every(({ group }) => group !== undefined) ? null : (
        <p className="text-[0.9375rem] text-muted">
          Con complementos:{' '}
          {service.addOns
            .filter(({ group }) => group === undefined)
            .map(({ name, priceCents }) => `${name} +${formatCents(priceCents)}`)
            .join(', ')}
        </p>
      )}
      {service.description === '' ? null : (
        <p className="text-[0.9375rem] text-muted">{service.description}</p>
      )}
      {service.packs.map((pack) => (
        <p key={pack.id} className="text-[0.9375rem]">
          <Link
            {...paths.sessionPackCheckout(service.id, pack.id)}
            className="font-semibold underline underline-offset-4"
          >
            {pack.sessions} sesiones por {formatCents(pack.priceCents)}
            <span className="sr-only"> de {service.name}</span>
          </Link>
        </p>
      ))}
    </div>
    <ServicePhotos service={service} of={one} />
    <div className="flex items-center gap-x-6 max-sm:w-full max-sm:justify-between">
      <span className="text-muted">
        <ListPrice of={priceOfService(service)} className="text-lg font-semibold text-ink" />
      </span>
      {one.acceptsBookings ? (
        <Link
          {...paths.booking({ ...going, professional: one.id, service: service.id })}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          Ver horarios<span className="sr-only"> de {service.name}</span>
        </Link>
      ) : null}
    </div>
  </li>
)

/** Shown for services that are not only given at a place. */
const Where = ({ service: { atPlace, atHome, online } }: { service: Service }) => {
  const said = [
    ...(atPlace ? ['En su espacio'] : []),
    ...(atHome === null
      ? []
      : [
          `A domicilio en un radio de ${atHome.radiusKm} km${atHome.feeCents === 0 ? '' : ` (+${formatCents(atHome.feeCents)})`}`,
        ]),
    ...(online ? ['En línea'] : []),
  ]
  return atHome === null && !online ? null : (
    <p className="text-[0.9375rem] font-medium">{said.join(' · ')}</p>
  )
}

/** Its first photo; a press opens a gallery of all of them. */
const ServicePhotos = ({ service, of: one }: { service: Service; of: PublicProfessional }) => {
  const works = service.photos.flatMap((id) => one.portfolio.find((work) => work.id === id) ?? [])
  const [open, setOpen] = useState<number>()
  const [first] = works
  return first === undefined ? null : (
    <>
      <button
        type="button"
        onClick={() => setOpen(0)}
        className="relative size-18 shrink-0 self-start overflow-hidden rounded-md bg-sunk"
      >
        <img
          src={first.after.small}
          alt={`Foto 1 de ${service.name}`}
          loading="lazy"
          className="size-full object-cover"
        />
        {works.length === 1 ? null : (
          <span className="absolute right-1 bottom-1 rounded-sm bg-ink/80 px-1.5 text-sm font-semibold text-plaster">
            +{works.length - 1}
          </span>
        )}
      </button>
      {open === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <WorkDialog
            works={works}
            at={open}
            name={`${one.user.firstName} ${one.user.lastName}`}
            onMove={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
