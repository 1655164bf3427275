import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarEntry } from '#contract/calendar.ts'
import * as contract from '#contract/calendar.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { timeText } from '#web/parts/timeline/block-form.tsx'
import { dateIn, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'
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
  const [reason, setReason] = useState(block?.reason ?? '')
  const [key] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
    toast(title, undefined, 'good')
    onDone()
  }
  const saving = useMutation({
    mutationFn: (): Promise<unknown> => {
      const span = { startsAt: instantOf(date, from, zone), endsAt: instantOf(date, to, zone) }
      return block === undefined
        ? call(
            contract.addOwnBlock,
            { body: { ...span, reason } },
            { idempotencyKey: `${key}-${date}-${from}-${to}` },
          )
        : call(contract.changeOwnBlock, {
            params: { id: block.id },
            body: { ...span, reason, version: block.version },
          })
    },
    onSuccess: () => done(block === undefined ? 'Horario bloqueado' : 'Bloqueo cambiado'),
  })
  const removing = useMutation({
    mutationFn: () =>
      call(contract.removeOwnBlock, {
        params: { id: block?.id ?? 0 },
        query: { version: block?.version ?? 0 },
      }),
    onSuccess: () => done('Horario libre otra vez'),
  })
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <TypedField label="Día" type="date" value={date} onChange={setDate} />
      <div className="grid grid-cols-2 gap-4">
        <TypedField label="De" type="time" value={from} onChange={setFrom} />
        <TypedField label="A" type="time" value={to} onChange={setTo} />
      </div>
      <TypedField label="Motivo, solo para ti" optional maxLength={200} value={reason} onChange={setReason} />
      <Problem of={saving.error ?? removing.error} />
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
