import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router'
import { ArrowRight, CalendarSearch } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Slot } from '#contract/slot.ts'
import * as booking from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import * as search from '#contract/search.ts'
import type { PublicProfessional } from '#contract/search.ts'
import { ApiError, call, newIdempotencyKey, reading } from '#web/api.ts'
import { Price } from '#web/parts/money/price.tsx'
import { SlotPicker, slotsReading, SlotTag, todayAt } from '#web/parts/booking/slot-picker.tsx'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rating } from '#web/ui/rating.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Steps } from '#web/ui/steps.tsx'

type Asked = { professional?: number; service?: number; space?: number; via?: 'link' | undefined }

const readingOf = (id: number) => reading(search.publicProfessional, { params: { id: String(id) } })

/** Comes with the first time that somebody else was quicker. */
/** Comes with the first day that has no hours. */
const AlertButton = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const JoinWaitlist = lazy(() => import('#web/parts/waitlist/join-waitlist.tsx'))
const HoldTrouble = lazy(() => import('#web/parts/booking/hold-trouble.tsx'))

export const Route = createFileRoute('/booking')({
  validateSearch: (asked: Record<string, unknown>): Asked => ({
    professional: Number(asked.professional) || undefined,
    service: Number(asked.service) || undefined,
    space: Number(asked.space) || undefined,
    via: asked.via === 'link' ? 'link' : undefined,
  }),
  loaderDeps: ({ search: asked }) => asked,
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.professional === undefined) return null
    try {
      const professional = await queryClient.ensureQueryData(readingOf(deps.professional))
      const from = todayAt(professional.zone)
      const service = serviceOf(professional, deps.service)
      if (service !== undefined)
        await queryClient.prefetchQuery(
          slotsReading({ ...deps, professional: professional.id, service: service.id, from }),
        )
      return { from }
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) throw notFound()
      throw problem
    }
  },
  head: () => ({ meta: [{ title: 'Reservar · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: BookingScreen,
})

const serviceOf = (professional: PublicProfessional, id: number | undefined) =>
  professional.services.find((service) => service.id === id) ??
  (professional.services.length === 1 ? professional.services[0] : undefined)

function BookingScreen() {
  const asked = Route.useSearch()
  const loaded = Route.useLoaderData()
  if (asked.professional === undefined || loaded === null) return <NobodyChosen />
  return <Choose professionalId={asked.professional} from={loaded.from} />
}

const NobodyChosen = () => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<CalendarSearch />}
      title="¿Con quién quieres reservar?"
      text="Busca a tu profesional y elige una hora que de verdad esté libre."
      action={
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
      }
    />
  </section>
)

function Choose({ professionalId, from }: { professionalId: number; from: string }) {
  const asked = Route.useSearch()
  const navigate = useNavigate()
  const { data: professional } = useSuspenseQuery(readingOf(professionalId))
  const service = serviceOf(professional, asked.service)
  // An hour belongs to its service: going back to another one leaves none chosen.
  const [chosen, setChosen] = useState<{ service: number | undefined; slot: Slot | undefined }>()
  const slot = chosen?.service === service?.id ? chosen?.slot : undefined
  const setSlot = (next: Slot | undefined) => setChosen({ service: service?.id, slot: next })
  const { user } = Route.useRouteContext()
  const alert = (onDate: string | null) => (
    <Suspense>
      <AlertButton
        id={professionalId}
        onDate={onDate}
        signedIn={user !== null}
        path={`/booking?professional=${professionalId}${service === undefined ? '' : `&service=${service.id}`}`}
      />
    </Suspense>
  )
  const waitFor = (wanted: { id: number; name: string }) => (date: string | null) => (
    <>
      <Suspense>
        <JoinWaitlist
          professional={professionalId}
          service={{ id: wanted.id, name: wanted.name }}
          space={asked.space}
          from={date ?? from}
          signedIn={user !== null}
        />
      </Suspense>
      {date === null ? alert(null) : null}
    </>
  )
  const slotsRef = useRef<HTMLHeadingElement>(null)
  const key = useRef(newIdempotencyKey())
  const holding = useMutation({
    mutationFn: (wanted: Slot) =>
      call(
        booking.hold,
        { body: { slotToken: wanted.token } },
        { idempotencyKey: `${key.current}-${wanted.token.slice(-24)}` },
      ),
    onSuccess: (held) => navigate(paths.checkout(held.id)),
  })
  const place = professional.places.find(({ spaceId }) => spaceId === slot?.spaceId)

  const chooseService = () => {
    holding.reset()
    slotsRef.current?.focus({ preventScroll: true })
  }
  return (
    <section className="page pt-6 pb-36 lg:pb-12">
      <div className="mx-auto flex max-w-5xl flex-col gap-7">
        <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={0} />
        <header className="flex items-center gap-4">
          <Avatar
            name={nameOf(professional)}
            src={professional.user.profileImageUrl}
            size={72}
            shape="arch"
            eager
          />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="text-sm text-muted">Reserva con</p>
            <h1 className="flex items-center gap-2 text-2xl sm:text-3xl">
              {nameOf(professional)}
              <VerificationBadge
                level={professional.user.perfilseguroVerificationLevel}
                biometric={professional.user.perfilSeguroBiometricVerified}
              />
            </h1>
            <Rating value={professional.rating} count={professional.reviewCount} />
          </div>
        </header>

        <div className="grid gap-9 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <section className="flex flex-col gap-3">
            <h2 className="text-xl">1. Elige un servicio</h2>
            <ServiceList
              professional={professional}
              asked={asked}
              chosen={service?.id}
              onChoose={chooseService}
            />
          </section>
          <section className="flex min-w-0 flex-col gap-4">
            <h2 ref={slotsRef} tabIndex={-1} className="text-xl outline-none">
              2. Elige día y hora
            </h2>
            {!professional.acceptsBookings ? (
              <EmptyState
                title="No recibe reservas por ahora"
                text="Su perfil sigue visible. Te escribimos en cuanto vuelva a recibir."
                action={alert(null)}
              />
            ) : service === undefined ? (
              <p className="rounded-lg border border-dashed border-edge px-5 py-8 text-center text-muted">
                Elige primero un servicio para ver sus horarios.
              </p>
            ) : (
              <SlotPicker
                key={service.id}
                places={professional.places}
                readingOf={(from) =>
                  slotsReading({ ...asked, professional: professional.id, service: service.id, from })
                }
                from={from}
                chosen={slot}
                whenEmpty={waitFor(service)}
                onChoose={(next) => {
                  holding.reset()
                  setSlot(next)
                }}
              />
            )}
            {holding.isError ? (
              <Suspense>
                <HoldTrouble
                  problem={holding.error}
                  zone={professional.zone}
                  onTake={(other) => {
                    setSlot(other)
                    holding.mutate(other)
                  }}
                />
              </Suspense>
            ) : null}
          </section>
        </div>
      </div>

      <div
        className={classNames(
          'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 backdrop-blur lg:sticky lg:bottom-4 lg:mx-auto lg:mt-8 lg:max-w-5xl lg:rounded-lg lg:border lg:shadow-card',
          slot === undefined && 'hidden lg:block',
        )}
      >
        <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 lg:px-5">
          <p aria-live="polite" className="min-w-0 leading-snug">
            {slot === undefined || service === undefined ? (
              <span className="text-muted">Todavía no eliges una hora.</span>
            ) : (
              <>
                <span className="block font-semibold">
                  {shortOf(slot.startsAt, professional.zone)} · <Price cents={slot.totalCents} />
                  {slot.price ? <SlotTag price={slot.price} /> : null}
                </span>
                <span className="block truncate text-sm text-muted">
                  {service.name} · {place?.businessName ?? place?.name ?? 'Lugar propio'}
                </span>
              </>
            )}
          </p>
          <Button
            size="large"
            className="max-sm:w-full"
            disabled={slot === undefined}
            busy={holding.isPending}
            onClick={() => slot !== undefined && holding.mutate(slot)}
          >
            Apartar y continuar
            <ArrowRight aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Links, so that a choice made before the scripts have arrived counts too. */
const ServiceList = ({
  professional,
  asked,
  chosen,
  onChoose,
}: {
  professional: PublicProfessional
  asked: Asked
  chosen: number | undefined
  onChoose: () => void
}) => (
  <ul className="flex flex-col gap-2">
    {professional.services.map((service) => {
      const on = service.id === chosen
      return (
        <li key={service.id}>
          <Link
            {...paths.booking({ ...asked, service: service.id })}
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
              <span className="figures whitespace-nowrap">{formatCents(service.priceCents)}</span>
            </span>
            <span className="text-sm text-muted">
              {durationText(service.durationMinutes)}
              {service.description ? ` · ${service.description}` : ''}
            </span>
          </Link>
        </li>
      )
    })}
  </ul>
)

const nameOf = ({ user }: PublicProfessional) => `${user.firstName} ${user.lastName}`
