import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/desk-rent.ts'
import { formatCents } from '#contract/money.ts'
import type { TimelineSpace } from '#contract/timeline.ts'
import { ApiError, call } from '#web/api.ts'
import { MoneyLines } from '#web/parts/money/money-lines.tsx'
import { timeText } from '#web/parts/timeline/block-form.tsx'
import { keptText } from '#web/parts/timeline/layout.ts'
import { durationText, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
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
/** Kept with the form: what was looked at is what is held. */
type Asked = { spaceId: number; contact: string; date: string; startMinute: number; minutes: number }

const hoursFrom = ({ date, startMinute, minutes }: Asked, zone: string) => {
  const from = Date.parse(instantOf(date, timeText(startMinute), zone))
  return { from, until: from + minutes * 60_000 }
}

/** A professional stands at the desk: who, which hours, what they cost, and the letter by which they pay. */
export const DeskRentDialog = ({
  spaces,
  date: firstDate,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const [contact, setContact] = useState('')
  const [spaceId, setSpace] = useState(spaces[0]?.id ?? 0)
  const [date, setDate] = useState(firstDate)
  const [time, setTime] = useState('10:00')
  const [minutes, setMinutes] = useState(120)
  const [asked, ask] = useState<Asked>()
  const quote = useQuery({
    queryKey: ['desk-rent', asked],
    queryFn: ({ signal }) =>
      call(
        contract.deskRentQuote,
        { body: asked ?? { spaceId: 0, contact: '', date: '', startMinute: 0, minutes: 60 } },
        { signal },
      ),
    enabled: asked !== undefined,
    retry: false,
    staleTime: 60_000,
  })
  const [inCash, setInCash] = useState(false)
  const holding = useMutation({
    mutationFn: async (token: string) => {
      const held = await call(contract.deskRent, { body: { token } })
      if (!inCash) return { held, taken: null }
      // The hours are held by now: if this fails, the link is on its way and the desk can try again from the timeline.
      const { bookingId, totalCents } = held
      const body = { amountCents: totalCents }
      return { held, taken: await call(contract.deskCash, { params: { id: bookingId }, body }) }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api', 'host'] }),
    onError: () => ask(undefined),
  })
  const inviting = useMutation({
    mutationFn: (order: { spaceId: number; email: string }) => call(contract.deskInvite, { body: order }),
    onSuccess: () => {
      toast('Invitación enviada', 'Cuando tenga su perfil, aquí le rentas.', 'good')
      onClose()
    },
  })
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const now: Asked = { spaceId, contact: contact.trim(), date, startMinute: hours * 60 + rest, minutes }
  const isShown = asked !== undefined && JSON.stringify(asked) === JSON.stringify(now)
  const shown = isShown ? quote.data : undefined
  const nobody = isShown && quote.error instanceof ApiError && quote.error.code === 'no_such_professional'
  const space = spaces.find(({ id }) => id === spaceId)
  const kept =
    space === undefined || !isShown || quote.error === null
      ? null
      : keptText(space, hoursFrom(asked, space.zone))
  const problem = holding.error ?? inviting.error ?? (isShown ? quote.error : null)

  if (holding.data !== undefined) {
    const { zone, startsAt, unitName, expiresAt, totalCents } = holding.data.held
    const { taken } = holding.data
    if (taken !== null)
      return (
        <Dialog
          open
          onOpenChange={(open) => (open ? undefined : onClose())}
          title="Renta cobrada"
          actions={<Button onClick={onClose}>Listo</Button>}
        >
          <div className="flex flex-col gap-3">
            <p>
              {shortOf(startsAt, zone)}
              {unitName === null ? '' : ` en ${unitName}`}: cobraste{' '}
              <strong>{formatCents(taken.totalCents)}</strong> en efectivo. Ya le enviamos su recibo.
            </p>
            <p className="text-muted">
              La comisión de Kalli, {formatCents(taken.commissionCents)}, se descuenta de tu próximo depósito
              cuando terminen las horas.
            </p>
          </div>
        </Dialog>
      )
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title="Enlace enviado"
        actions={<Button onClick={onClose}>Listo</Button>}
      >
        <div className="flex flex-col gap-3">
          <p>
            Apartamos {shortOf(startsAt, zone)}
            {unitName === null ? '' : ` en ${unitName}`}. Tiene hasta las{' '}
            <strong>{timeOf(expiresAt, zone)}</strong> para pagar {formatCents(totalCents)} desde su correo o
            en sus espacios rentados.
          </p>
          <p className="text-muted">Si no lo hace, las horas quedan libres solas y te avisamos.</p>
        </div>
      </Dialog>
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Rentar horas en recepción"
      description="Apartas las horas para un profesional: paga con el enlace que recibe, o aquí en efectivo."
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (shown === undefined) {
            holding.reset()
            inviting.reset()
            ask(now)
            if (isShown) void quote.refetch()
          } else holding.mutate(shown.token)
        }}
      >
        <Field label="Correo o teléfono del profesional" hint="El de su cuenta de Kalli.">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={160}
              autoComplete="off"
              value={contact}
              onChange={(event) => setContact(event.target.value)}
            />
          )}
        </Field>
        <Field label="Espacio">
          {(control) => (
            <Select {...control} value={spaceId} onChange={(event) => setSpace(Number(event.target.value))}>
              {spaces.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Día">
            {(control) => (
              <Input
                {...control}
                type="date"
                required
                value={date}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
          </Field>
          <Field label="Empieza">
            {(control) => (
              <Input
                {...control}
                type="time"
                step={300}
                required
                value={time}
                onChange={(event) => setTime(event.target.value)}
              />
            )}
          </Field>
          <Field label="Durante">
            {(control) => (
              <Select
                {...control}
                value={minutes}
                onChange={(event) => setMinutes(Number(event.target.value))}
              >
                {lengths.map((length) => (
                  <option key={length} value={length}>
                    {durationText(length)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {shown === undefined ? null : (
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
        )}
        {shown === undefined ? null : (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-semibold">¿Cómo paga?</legend>
            {ways.map(({ cash, label, hint }) => (
              <label key={label} className="flex min-h-11 items-start gap-3">
                <input
                  type="radio"
                  name="way"
                  className="mt-1 size-5 shrink-0 accent-jacaranda"
                  checked={inCash === cash}
                  onChange={() => setInCash(cash)}
                />
                <span>
                  {label}
                  <span className="block text-sm text-muted">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {problem === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {problem.message}
          </p>
        )}
        {kept === null ? null : <p className="text-muted">En esas horas {kept}</p>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={quote.isFetching || holding.isPending}>
            {shown === undefined
              ? 'Ver precio'
              : inCash
                ? `Cobré ${formatCents(shown.totalCents)} en efectivo`
                : 'Apartar y enviar el enlace'}
          </Button>
          {nobody && contact.includes('@') ? (
            <Button
              tone="secondary"
              busy={inviting.isPending}
              onClick={() => inviting.mutate({ spaceId, email: contact.trim() })}
            >
              Enviar invitación
            </Button>
          ) : null}
        </div>
      </Form>
    </Dialog>
  )
}
