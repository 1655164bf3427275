import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { CalendarEntry, OwnBlock } from '#contract/calendar.ts'
import * as contract from '#contract/calendar.ts'
import { ApiError, call, newIdempotencyKey } from '#web/api.ts'
import { Stale } from '#web/parts/settings/stale.tsx'
import { timeText } from '#web/parts/timeline/block-form.tsx'
import { addDays, dateIn, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
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
  const [typed, type] = useState(() =>
    block ? typedOf({ ...block.entry, reason: block.reason }, zone) : freshAt(start),
  )
  /** What the person has seen is written over, and nothing newer: the agenda around is read again by itself. */
  const [seen, see] = useState(block?.version ?? 0)
  const [key] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
    toast(title, undefined, 'good')
    onDone()
  }
  const { date, from, lastDate, to, reason } = typed
  const saving = useMutation({
    mutationFn: (version: number): Promise<unknown> => {
      const span = { startsAt: instantOf(date, from, zone), endsAt: endOf(typed, zone) }
      return block === undefined
        ? call(
            contract.addOwnBlock,
            { body: { ...span, reason } },
            { idempotencyKey: `${key}-${date}-${from}-${lastDate}-${to}` },
          )
        : call(contract.changeOwnBlock, {
            params: { id: block.id },
            body: { ...span, reason, version },
          })
    },
    onSuccess: () => done(block === undefined ? 'Horario bloqueado' : 'Bloqueo cambiado'),
  })
  const removing = useMutation({
    mutationFn: (version: number) =>
      call(contract.removeOwnBlock, { params: { id: block?.id ?? 0 }, query: { version } }),
    onSuccess: () => done('Horario libre otra vez'),
  })
  const refused = [saving, removing].find(({ isError }) => isError)
  const newer = newerIn(refused?.error)
  const change = (part: Partial<Typed>) => type({ ...typed, ...part })
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        removing.reset()
        saving.mutate(seen)
      }}
    >
      <div className="grid grid-cols-2 gap-4">
        <TypedField
          label="Día"
          type="date"
          value={date}
          onChange={(day) =>
            // One that ends on its own day goes with it.
            change({ date: day, ...(lastDate === date || lastDate < day ? { lastDate: day } : {}) })
          }
        />
        <TypedField label="De" type="time" value={from} onChange={(time) => change({ from: time })} />
        <TypedField
          label="Hasta el día"
          type="date"
          min={date}
          value={lastDate}
          onChange={(day) => change({ lastDate: day })}
        />
        <TypedField label="A" type="time" value={to} onChange={(time) => change({ to: time })} />
      </div>
      <TypedField
        label="Motivo, solo para ti"
        optional
        maxLength={200}
        value={reason}
        onChange={(text) => change({ reason: text })}
      />
      {refused === undefined ? null : newer === undefined ? (
        <Problem of={refused.error} />
      ) : (
        <Stale
          now={saidOf(newer, zone)}
          {...(refused === removing ? { keep: 'Quitarlo de todas formas' } : {})}
          onKeep={() => refused.mutate(newer.version)}
          onTake={() => {
            type(typedOf(newer, zone))
            see(newer.version)
            refused.reset()
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {block === undefined ? 'Bloquear' : 'Guardar'}
        </Button>
        {block === undefined ? null : (
          <Button
            tone="quiet"
            busy={removing.isPending}
            onClick={() => {
              saving.reset()
              removing.mutate(seen)
            }}
          >
            Quitar bloqueo
          </Button>
        )}
      </div>
    </Form>
  )
}

type Typed = { date: string; from: string; lastDate: string; to: string; reason: string }

type Kept = Pick<OwnBlock, 'startsAt' | 'endsAt' | 'reason'>

const typedOf = ({ startsAt, endsAt, reason }: Kept, zone: string): Typed => ({
  date: dateIn(startsAt, zone),
  from: timeOf(startsAt, zone),
  lastDate: dateIn(endsAt, zone),
  to: timeOf(endsAt, zone),
  reason,
})

/** An hour, within its day. */
const freshAt = ({ date = '', minute = 600 }: { date?: string; minute?: number } = {}): Typed => ({
  date,
  from: timeText(minute),
  lastDate: date,
  to: timeText(Math.min(1439, minute + 60)),
  reason: '',
})

/** How it stands since somebody else, most often oneself, changed it. */
const newerIn = (problem: Error | null | undefined): OwnBlock | undefined => {
  const told = z.safeParse(contract.ChangedBlock, problem instanceof ApiError ? problem.details : undefined)
  return told.success ? told.data.block : undefined
}

/** "lun 23 nov, 10:00 a 11:00, Dentista" */
const saidOf = ({ startsAt, endsAt, reason }: Kept, zone: string) =>
  [`${shortOf(startsAt, zone)} a ${timeOf(endsAt, zone)}`, reason].filter((part) => part !== '').join(', ')

/** A clock has no 24:00: midnight of the day on which it begins is that day's end. */
const endOf = ({ date, lastDate, to }: Typed, zone: string) =>
  instantOf(to === '00:00' && lastDate === date ? addDays(lastDate, 1) : lastDate, to, zone)
