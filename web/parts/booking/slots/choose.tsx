import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { type ListPrice, listPriceText } from '#contract/pricing/shown-price.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import type { PlaceOfHours } from '#web/parts/booking/summary/area.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { slotDaysReading, slotsReading } from '#web/parts/booking/hours/slots-reading.ts'
import type { Point } from '#web/parts/map/projection.ts'
import { fetchSlotsRefused } from '#web/parts/booking/slots/slots-problem.tsx'
import { WhenAndWhere } from '#web/parts/booking/slots/when-and-where.tsx'
import { partOfWhen } from '#web/parts/time/when.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { NeedsScripts } from '#web/ui/form/needs-scripts.tsx'
import { Steps } from '#web/ui/page/steps.tsx'
import { searchedDay, type Wanted, useChosenHour } from '#web/parts/booking/slots/use-chosen-hour.ts'

/** Loaded after the slots, before one is chosen. */
const fetchHoldBar = () => import('#web/parts/booking/slots/hold-bar.tsx')
const HoldBar = lazy(fetchHoldBar)

/** The choices on the left: the services of one professional, or those of a business by name. */
export type Choosable = {
  id: number
  name: string
  note: string
  price: ListPrice
  /** The link that chooses it. */
  to: BookingSearch
}

type ChooseProps = {
  shell: BookingShell
  search: BookingSearch
  header: ReactNode
  services: readonly Choosable[]
  /** Between the two: the choice of professional. */
  who?: ReactNode
  /** Above the slots: the choice of place. */
  before?: ReactNode
  wanted: Wanted | undefined
  /** Choices that are required before there are slots: "Largo de cabello". */
  open: readonly string[]
  /** Instead of the slots: no bookings are accepted now. */
  closed?: ReactNode
  from: string
  zone: string
  places: readonly PlaceOfHours[]
  together?: string | undefined
  whenEmpty: HoursProps['whenEmpty']
  /** The place, or the professional, of a chosen slot. */
  describe: (slot: Slot) => string
}

/**
 * The first step of booking, the same for /booking and /book: a service on the left, days and hours on the right, and below the chosen
 * slot with the button to hold it.
 */
export const Choose = ({
  shell,
  search,
  header,
  services,
  who,
  before,
  wanted,
  open,
  closed,
  from,
  zone,
  places,
  together,
  whenEmpty,
  describe,
}: ChooseProps) => {
  const channel = shell === 'book' ? ('own_link' as const) : undefined
  const hoursOf = { ...(wanted?.reading ?? { people: [] }), channel }
  const readingOf = (from: string, days?: number) => slotsReading({ ...hoursOf, from, days })
  const daysOf = (from: string, to: string) => slotDaysReading({ ...hoursOf, from, to })
  const [start, setStart] = useState<Point | null>(null)
  const hour = useChosenHour({ wanted, search, from, zone, readingOf, closed, open })
  const [problemIn, setProblemIn] = useState<HTMLElement | null>(null)
  const slotsRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => void Promise.all([fetchHoldBar(), fetchSlotsRefused()]).catch(() => undefined), [])
  return (
    <section className="page pt-4 pb-36 sm:pt-6 lg:pb-12">
      <div className="mx-auto flex max-w-list flex-col gap-4 sm:gap-6">
        <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={0} />
        {header}
        <NeedsScripts what="elegir una hora y pagar" />
        <div className="grid gap-4 sm:gap-6 lg:gap-9 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <ServiceColumn shell={shell} services={services} wanted={wanted} slotsRef={slotsRef} who={who} />
          <section className="flex min-w-0 flex-col gap-3">
            <h2 ref={slotsRef} tabIndex={-1} className="text-xl outline-none">
              Elige cuándo y dónde
            </h2>
            {hour.isGone ? (
              <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-semibold">
                Ese horario se acaba de ocupar. Elige otro de los que siguen libres.
              </p>
            ) : null}
            {before}
            {closed ??
              (wanted === undefined || open.length > 0 ? (
                <NothingToShow hasService={wanted !== undefined} open={open} />
              ) : (
                <WhenAndWhere
                  key={[hour.subject, hour.saved.at, search.day, search.part].join()}
                  shell={shell}
                  search={search}
                  zone={zone}
                  start={start}
                  onStart={setStart}
                  places={places}
                  together={together}
                  readingOf={readingOf}
                  daysOf={daysOf}
                  from={from}
                  startAt={hour.start ?? searchedDay(search, from)}
                  part={partOfWhen(search) ?? (search.day === undefined ? undefined : 'first')}
                  chosen={hour.slot}
                  whenEmpty={whenEmpty}
                  onChoose={hour.setSlot}
                />
              ))}
            <div ref={setProblemIn} />
            {wanted === undefined ? null : <VatIncluded />}
          </section>
        </div>
      </div>

      <BottomBar isEmpty={hour.slot === undefined}>
        {hour.slot === undefined || wanted === undefined || open.length > 0 ? (
          <NoneYet />
        ) : (
          <Suspense fallback={<NoneYet busy />}>
            <HoldBar
              shell={shell}
              search={search}
              slot={hour.slot}
              service={wanted.service}
              describe={describe}
              zone={zone}
              problemIn={problemIn}
              readingOf={readingOf}
              onTake={hour.setSlot}
            />
          </Suspense>
        )}
      </BottomBar>
    </section>
  )
}

const ServiceColumn = ({
  shell,
  services,
  wanted,
  slotsRef,
  who,
}: {
  shell: BookingShell
  services: readonly Choosable[]
  wanted: Wanted | undefined
  slotsRef: RefObject<HTMLHeadingElement | null>
  who: ReactNode | undefined
}) => {
  const chosen = services.find(({ id }) => id === wanted?.service.id)
  return (
    <section className="flex flex-col gap-2">
      <h2 className={classNames('text-xl', chosen && 'max-lg:sr-only')}>Elige un servicio</h2>
      {/* A single service needs no "change". */}
      {chosen === undefined || services.length < 2 ? null : (
        <ChosenService key={chosen.id} service={chosen} />
      )}
      <ServiceList
        shell={shell}
        services={services}
        chosen={chosen?.id}
        onChoose={() => {
          slotsRef.current?.focus({ preventScroll: true })
          slotsRef.current?.scrollIntoView({ block: 'nearest' })
        }}
      />
      {services.length === 0 || wanted !== undefined ? null : <VatIncluded />}
      {who}
    </section>
  )
}

const VatIncluded = () => <p className="text-sm text-muted">Precios con IVA incluido.</p>

/**
 * On a phone the chosen service is one line, so that its hours are on the first screen; it opens the list below it, without scripts too.
 * On a wide screen the list stays open beside the hours.
 */
const ChosenService = ({ service: { name, note, price } }: { service: Choosable }) => (
  <details className="peer rounded-md border border-jacaranda bg-jacaranda-soft lg:hidden">
    <summary className="flex min-h-12 items-center gap-3 px-4 py-1.5 leading-tight marker:content-none">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-muted">
          {listPriceText(price)} · {note}
        </span>
      </span>
      <span className="shrink-0 text-[0.9375rem] font-semibold text-jacaranda underline underline-offset-4">
        Cambiar
      </span>
    </summary>
  </details>
)

/** Instead of the slots: the choices still required. */
const NothingToShow = ({ hasService, open }: { hasService: boolean; open: readonly string[] }) =>
  hasService ? (
    <p role="status" className="rounded-lg border border-dashed border-edge px-5 py-8 text-center text-muted">
      Elige una opción para ver sus horarios: {open.join(', ')}.
    </p>
  ) : (
    <p className="rounded-lg border border-dashed border-edge px-5 py-8 text-center text-muted">
      Elige primero un servicio para ver sus horarios.
    </p>
  )

/** Stays in view on a phone once an hour is chosen. */
const BottomBar = ({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) => (
  <div
    data-bar="bottom"
    className={classNames(
      'fixed inset-x-0 bottom-(--keyboard) z-30 border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur lg:sticky lg:bottom-4 lg:mx-auto lg:mt-8 lg:max-w-list lg:rounded-lg lg:border lg:shadow-card',
      isEmpty && 'hidden',
    )}
  >
    <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 lg:px-5">
      {children}
    </div>
  </div>
)

const NoneYet = ({ busy = false }: { busy?: boolean }) => (
  <>
    <p className="text-muted">{busy ? 'Un momento…' : 'Todavía no eliges una hora.'}</p>
    <Button size="large" className="max-sm:w-full" disabled>
      Apartar y continuar
    </Button>
  </>
)

/** Links, so that a choice made before the scripts have loaded counts too. */
const ServiceList = ({
  shell,
  services,
  chosen,
  onChoose,
}: {
  shell: BookingShell
  services: readonly Choosable[]
  chosen: number | undefined
  onChoose: () => void
}) => (
  <ul className="flex flex-col gap-2 max-lg:peer-[&:not([open])]:hidden">
    {services.map((service) => {
      const on = service.id === chosen
      return (
        <li key={service.id}>
          <Link
            {...linkOf(shell, service.to)}
            replace
            resetScroll={false}
            aria-current={on || undefined}
            onClick={onChoose}
            className={classNames(
              'flex w-full flex-col gap-1 rounded-md border p-4 text-left transition-colors',
              on
                ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
                : 'border-line bg-surface hover:border-ink/50',
            )}
          >
            <span className="flex items-baseline justify-between gap-3 font-semibold text-ink">
              {service.name}
              <span className="figures whitespace-nowrap">{listPriceText(service.price)}</span>
            </span>
            <span className="text-sm text-muted">{service.note}</span>
          </Link>
        </li>
      )
    })}
  </ul>
)
