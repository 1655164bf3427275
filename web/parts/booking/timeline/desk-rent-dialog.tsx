import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/desk/desk-rent.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { ApiError, call } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { DeskDone } from '#web/parts/booking/timeline/desk-done.tsx'
import { clockText } from '#contract/platform/clock-text.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { savedText } from '#web/parts/booking/timeline/layout.ts'
import { durationText, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const lengths = [60, 90, 120, 180, 240, 300, 360, 480]
const ways = [
  { cash: false, label: 'Con el enlace', hint: 'Le llega por correo y paga con tarjeta.' },
  {
    cash: true,
    label: 'En efectivo, aquí',
    hint: 'Recibes el dinero ahora. Kalli no lo toca, y su comisión sale de tu próximo depósito.',
  },
] as const
/** Stored with the form: the quoted hours are the ones that are held. */
type RentRequest = { spaceId: number; contact: string; date: string; startMinute: number; minutes: number }

const hoursFrom = ({ date, startMinute, minutes }: RentRequest, zone: string) => {
  const from = Date.parse(instantOf(date, clockText(startMinute), zone))
  return { from, until: from + minutes * minuteMs }
}

/** A professional at the reception: who, which hours, their price, and the email by which they pay. */
export const DeskRentDialog = ({
  spaces,
  date: firstDate,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const rent = useDeskRent(spaces, firstDate, onClose)

  if (rent.holding.data !== undefined) return <RentDone done={rent.holding.data} onClose={onClose} />

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Rentar horas en recepción"
      description="Apartas las horas para un profesional: paga con el enlace que recibe, o aquí en efectivo."
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={rent.form.submit(() => {
          if (rent.shown !== undefined) return rent.holding.mutateAsync(rent.shown.token)
          rent.holding.reset()
          rent.inviting.reset()
          rent.setRequest(rent.now)
          if (rent.isShown) void rent.quote.refetch()
        })}
      >
        <RentFields rent={rent} spaces={spaces} />
        {rent.shown === undefined ? null : <QuoteTerms shown={rent.shown} />}
        {rent.shown === undefined ? null : <PayWay rent={rent} />}
        <Problem of={rent.holding.error ?? rent.inviting.error ?? (rent.isShown ? rent.quote.error : null)} />
        {rent.allocation === null ? null : <p className="text-muted">En esas horas {rent.allocation}</p>}
        <RentActions rent={rent} />
      </Form>
    </Dialog>
  )
}

const RentDone = ({
  done: { held, taken },
  onClose,
}: {
  done: NonNullable<DeskRent['holding']['data']>
  onClose: () => void
}) => {
  const { zone, startsAt, unitName, expiresAt, totalCents } = held
  const at = `${shortOf(startsAt, zone)}${unitName === null ? '' : ` en ${unitName}`}`
  if (taken !== null)
    return (
      <DeskDone
        title="Renta cobrada"
        onClose={onClose}
        then={`La comisión de Kalli, ${formatCents(taken.commissionCents)}, se descuenta de tu próximo depósito cuando terminen las horas.`}
      >
        {at}: cobraste <strong>{formatCents(taken.totalCents)}</strong> en efectivo. Ya le enviamos su recibo.
      </DeskDone>
    )
  return (
    <DeskDone
      title="Enlace enviado"
      onClose={onClose}
      then="Si no lo hace, las horas quedan libres solas y te avisamos."
    >
      Apartamos {at}. Tiene hasta las <strong>{timeOf(expiresAt, zone)}</strong> para pagar{' '}
      {formatCents(totalCents)} desde su correo o en sus espacios rentados.
    </DeskDone>
  )
}

/** The hours that the receptionist enters, their quote, and the hold, cash payment or invitation that follows. */
const useDeskRent = (spaces: readonly TimelineSpace[], firstDate: string, onClose: () => void) => {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: () => ({
      contact: '',
      spaceId: spaces[0]?.id ?? 0,
      date: firstDate,
      time: '10:00',
      minutes: 120,
      inCash: false,
    }),
  })
  const { contact, spaceId, date, time, minutes, inCash } = form.values
  const [request, setRequest] = useState<RentRequest>()
  const quote = useQuery({
    queryKey: ['desk-rent', request],
    queryFn: ({ signal }) =>
      call(
        contract.deskRentQuote,
        { body: request ?? { spaceId: 0, contact: '', date: '', startMinute: 0, minutes: 60 } },
        { signal },
      ),
    enabled: request !== undefined,
    retry: false,
    staleTime: minuteMs,
  })
  const holding = useMutation({
    mutationFn: async (token: string) => {
      const held = await call(contract.deskRent, { body: { token } })
      if (!inCash) return { held, taken: null }
      // The hours are already held: if this fails, the link is on its way and the desk can retry from the timeline.
      const { bookingId, totalCents } = held
      const body = { amountCents: totalCents }
      return { held, taken: await call(contract.deskCash, { params: { id: bookingId }, body }) }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api', 'host'] }),
    onError: () => setRequest(undefined),
  })
  const inviting = useMutation({
    mutationFn: (order: { spaceId: number; email: string }) => call(contract.deskInvite, { body: order }),
    onSuccess: () => {
      toast('Invitación enviada', 'Cuando tenga su perfil, aquí le rentas.', 'good')
      onClose()
    },
  })
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const now: RentRequest = { spaceId, contact: contact.trim(), date, startMinute: hours * 60 + rest, minutes }
  const isShown = request !== undefined && JSON.stringify(request) === JSON.stringify(now)
  const shown = isShown ? quote.data : undefined
  const isUnknown = isShown && quote.error instanceof ApiError && quote.error.code === 'no_such_professional'
  const space = spaces.find(({ id }) => id === spaceId)
  const allocation =
    space === undefined || !isShown || quote.error === null
      ? null
      : savedText(space, hoursFrom(request, space.zone))
  return {
    holding,
    shown,
    inviting,
    setRequest,
    now,
    isShown,
    quote,
    form,
    allocation,
    isUnknown,
  }
}

type DeskRent = ReturnType<typeof useDeskRent>

const RentFields = ({ rent, spaces }: { rent: DeskRent; spaces: readonly TimelineSpace[] }) => (
  <>
    <TypedField
      label="Correo o teléfono del profesional"
      hint="El de su cuenta de Kalli."
      maxLength={160}
      autoComplete="off"
      {...rent.form.pick('contact')}
    />
    <ChoiceField
      label="Espacio"
      {...rent.form.pick('spaceId')}
      options={spaces.map(({ id, name }) => ({ value: id, label: name }))}
    />
    <div className="grid gap-4 sm:grid-cols-3">
      <TypedField label="Día" type="date" {...rent.form.pick('date')} />
      <TypedField label="Empieza" type="time" step={300} {...rent.form.pick('time')} />
      <ChoiceField
        label="Durante"
        {...rent.form.pick('minutes')}
        options={lengths.map((length) => ({ value: length, label: durationText(length) }))}
      />
    </div>
  </>
)

const QuoteTerms = ({ shown }: { shown: NonNullable<DeskRent['shown']> }) => (
  <div role="status" className="flex flex-col gap-3 rounded-md bg-sunk p-4">
    <p className="font-semibold">
      {shown.professional.firstName} {shown.professional.lastName}
    </p>
    <p className="first-letter:uppercase">
      {shortOf(shown.startsAt, shown.zone)} a {timeOf(shown.endsAt, shown.zone)}
    </p>
    <MoneyLines
      lines={shown.lines}
      total={{ label: 'Total', amountCents: shown.totalCents }}
      {...(shown.depositCents === null
        ? {}
        : { note: `Al llegar se aparta además una garantía de ${formatCents(shown.depositCents)}.` })}
    />
  </div>
)

/** By link or in cash. */
const PayWay = ({ rent }: { rent: DeskRent }) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-2 font-semibold">¿Cómo paga?</legend>
    {ways.map(({ cash, label, hint }) => (
      <label key={label} className="flex min-h-11 items-start gap-3">
        <input
          type="radio"
          name="way"
          className="mt-1 size-5 shrink-0 accent-jacaranda"
          checked={rent.form.values.inCash === cash}
          onChange={() => rent.form.put({ inCash: cash })}
        />
        <span>
          {label}
          <span className="block text-sm text-muted">{hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

const RentActions = ({ rent }: { rent: DeskRent }) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" busy={rent.quote.isFetching || rent.holding.isPending}>
      {rent.shown === undefined
        ? 'Ver precio'
        : rent.form.values.inCash
          ? `Cobré ${formatCents(rent.shown.totalCents)} en efectivo`
          : 'Apartar y enviar el enlace'}
    </Button>
    {rent.isUnknown && rent.form.values.contact.includes('@') ? (
      <Button
        tone="secondary"
        busy={rent.inviting.isPending}
        onClick={() =>
          rent.inviting.mutate({ spaceId: rent.form.values.spaceId, email: rent.form.values.contact.trim() })
        }
      >
        Enviar invitación
      </Button>
    ) : null}
  </div>
)
