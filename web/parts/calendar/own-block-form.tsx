import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarEntry } from '#contract/calendar.ts'
import * as contract from '#contract/calendar.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { isStale } from '#web/parts/settings/save-bar.tsx'
import { timeText } from '#web/parts/timeline/block-form.tsx'
import { addDays, dateIn, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem, TypedField } from '#web/ui/labelled.tsx'
import { toast } from '#web/ui/toast.ts'

type Existing = NonNullable<CalendarEntry['block']> & { entry: CalendarEntry }

/** Takes time of mine out of sale, or changes what was taken: the way of whoever does not drag. */
export const OwnBlockForm = ({
  zone,
  start,
  block,
  onDone,
}: {
  zone: string
  start?: { date: string; minute: number }
  block?: Existing
  onDone: () => void
}) => {
  const [date, setDate] = useState(block ? dateIn(block.entry.startsAt, zone) : (start?.date ?? ''))
  const [from, setFrom] = useState(
    block ? timeOf(block.entry.startsAt, zone) : timeText(start?.minute ?? 600),
  )
  const [to, setTo] = useState(
    block ? timeOf(block.entry.endsAt, zone) : timeText(Math.min(1439, (start?.minute ?? 600) + 60)),
  )
  const [lastDate, setLastDate] = useState(block ? dateIn(block.entry.endsAt, zone) : (start?.date ?? ''))
  const [reason, setReason] = useState(block?.reason ?? '')
  const [key] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
    toast(title, undefined, 'good')
    onDone()
  }
  /** It changed elsewhere: what was typed stays, and pressed again it is written over what is there by now. */
  const bringVersion = (problem: Error) =>
    isStale(problem) ? queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] }) : undefined
  const saving = useMutation({
    mutationFn: (): Promise<unknown> => {
      const span = { startsAt: instantOf(date, from, zone), endsAt: endOf({ date, lastDate, to, zone }) }
      return block === undefined
        ? call(
            contract.addOwnBlock,
            { body: { ...span, reason } },
            { idempotencyKey: `${key}-${date}-${from}-${lastDate}-${to}` },
          )
        : call(contract.changeOwnBlock, {
            params: { id: block.id },
            body: { ...span, reason, version: block.version },
          })
    },
    onSuccess: () => done(block === undefined ? 'Horario bloqueado' : 'Bloqueo cambiado'),
    onError: bringVersion,
  })
  const removing = useMutation({
    mutationFn: () =>
      call(contract.removeOwnBlock, {
        params: { id: block?.id ?? 0 },
        query: { version: block?.version ?? 0 },
      }),
    onSuccess: () => done('Horario libre otra vez'),
    onError: bringVersion,
  })
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <div className="grid grid-cols-2 gap-4">
        <TypedField
          label="Día"
          type="date"
          value={date}
          onChange={(day) => {
            setDate(day)
            // One that ends on its own day goes with it.
            if (lastDate === date || lastDate < day) setLastDate(day)
          }}
        />
        <TypedField label="De" type="time" value={from} onChange={setFrom} />
        <TypedField label="Hasta el día" type="date" min={date} value={lastDate} onChange={setLastDate} />
        <TypedField label="A" type="time" value={to} onChange={setTo} />
      </div>
      <TypedField label="Motivo, solo para ti" optional maxLength={200} value={reason} onChange={setReason} />
      {isStale(saving.error) || isStale(removing.error) ? (
        <p role="alert" className="font-medium text-chile">
          Este bloqueo cambió en otro lado mientras lo veías. Si quieres que quede como lo ves aquí, presiona
          otra vez.
        </p>
      ) : (
        <Problem of={saving.error ?? removing.error} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {block === undefined ? 'Bloquear' : 'Guardar'}
        </Button>
        {block === undefined ? null : (
          <Button tone="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            Quitar bloqueo
          </Button>
        )}
      </div>
    </Form>
  )
}

/** A clock has no 24:00: midnight of the day on which it begins is that day's end. */
const endOf = ({ date, lastDate, to, zone }: { date: string; lastDate: string; to: string; zone: string }) =>
  instantOf(to === '00:00' && lastDate === date ? addDays(lastDate, 1) : lastDate, to, zone)
