import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import * as changes from '#contract/change.ts'
import type { ChangeQuote, Side } from '#contract/change.ts'
import { publicProfessional } from '#contract/search.ts'
import type { Slot } from '#contract/slot.ts'
import { ApiError, call, newIdempotencyKey, reading } from '#web/api.ts'
import { daysShown, SlotPicker, todayAt } from '#web/parts/booking/slot-picker.tsx'
import { useRefreshBookings } from '#web/parts/booking/use-refresh-bookings.ts'
import { MoneyLines } from '#web/parts/money/money-lines.tsx'
import { addDays, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Another hour: chosen, then what it means in full, then the one button. What was quoted is what happens. */
export const ChangeDialog = ({
  booking: one,
  as,
  token,
  open,
  onOpenChange,
}: {
  booking: Pick<Booking, 'id' | 'startsAt' | 'zone' | 'place' | 'professional'>
  as: Side
  token?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const queryClient = useQueryClient()
  const refresh = useRefreshBookings()
  const [slot, setSlot] = useState<Slot>()
  const [note, setNote] = useState('')
  const key = useRef(newIdempotencyKey())
  const visitor = token === undefined ? {} : { t: token }
  const params = { id: one.id }
  // By which the places of the hours are called; the hours do not wait for them.
  const shown = useQuery(reading(publicProfessional, { params: { id: String(one.professional.id) } }))
  const quoting = useMutation({
    mutationFn: (slotToken: string) =>
      call(changes.changeQuote, { params, query: visitor, body: { as, slotToken } }),
    onError: () => void queryClient.invalidateQueries({ queryKey: ['/api', 'bookings', one.id] }),
  })
  const changing = useMutation({
    mutationFn: (quoted: ChangeQuote) =>
      call(
        changes.change,
        { params, query: visitor, body: { quoteToken: quoted.token, note } },
        { idempotencyKey: key.current },
      ),
    onSuccess: async (_, quoted) => {
      await refresh()
      if (quoted.alone) toast('Tu cita cambió de hora', 'Te enviamos la nueva por correo.', 'good')
      else toast('Hora propuesta', 'Queda apartada mientras responden.', 'good')
      onOpenChange(false)
    },
    onError: (problem) => {
      key.current = newIdempotencyKey()
      if (problem instanceof ApiError && ['quote_expired', 'quote_changed'].includes(problem.code) && slot)
        quoting.mutate(slot.token)
    },
  })
  const quoted = slot === undefined ? undefined : quoting.data
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (quoted !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [quoted])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cambiar de hora"
      description={`Ahora es el ${shortOf(one.startsAt, one.zone)}. Nada cambia hasta que confirmas.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Dejarla como está
          </Button>
          <Button
            busy={changing.isPending}
            blocked={quoted === undefined ? 'Elige primero una hora.' : undefined}
            onClick={() => quoted !== undefined && changing.mutate(quoted)}
          >
            {quoted?.alone === true ? 'Cambiar ahora' : 'Proponer esta hora'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SlotPicker
          places={shown.data?.places ?? [one.place]}
          from={todayAt(one.zone)}
          chosen={slot}
          onChoose={(next) => {
            setSlot(next)
            changing.reset()
            if (next !== undefined) quoting.mutate(next.token)
          }}
          readingOf={(from) =>
            reading(changes.changeSlots, {
              params,
              query: { ...visitor, as, from, to: addDays(from, daysShown - 1) },
            })
          }
        />
        {quoting.isPending ? (
          <div aria-busy="true">
            <span className="sr-only">Calculando…</span>
            <Skeleton className="h-24" />
          </div>
        ) : quoted === undefined ? null : (
          <div ref={end} role="status" className="flex flex-col gap-4 rounded-md bg-sunk p-4">
            <p className="font-semibold first-letter:uppercase">
              {shortOf(quoted.startsAt, quoted.zone)} · {quoted.place}
            </p>
            <MoneyLines lines={quoted.lines} />
            <p className="text-[0.9375rem]">
              {quoted.reason}
              {quoted.answerBy === null
                ? ''
                : ` ${askedText(quoted.asks)} hasta el ${shortOf(quoted.answerBy, quoted.zone)} para responder.`}
            </p>
          </div>
        )}
        {quoted !== undefined && !quoted.alone ? (
          <Field label="Mensaje" required={false} hint="Lo leen quienes responden.">
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={300}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {(changing.error ?? quoting.error) === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {(changing.error ?? quoting.error)?.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const askedText = (asks: readonly Side[]) =>
  asks.length > 1 ? 'Tienen' : asks[0] === 'professional' ? 'Quien atiende tiene' : 'La clienta tiene'
