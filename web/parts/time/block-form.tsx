import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Stale } from '#web/ui/page/stale.tsx'
import { clockText } from '#contract/platform/clock-text.ts'
import { addDays, dateIn, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

type Body = { startsAt: string; endsAt: string; reason: string }
type Saved = Body & { version: number }
type BlockFormProps<Newer> = {
  zone: string
  start: { date: string; minute: number }
  block: Saved | undefined
  /** More fields, and their messages. */
  before?: ReactNode
  foot?: ReactNode
  /** The queries to refresh. */
  queryKey: readonly string[]
  onSave: (body: Body, version: number) => Promise<unknown>
  onRemove: (version: number) => Promise<unknown>
  /** The newer state after a conflicting change, most often by the same user. */
  newerIn: (problem: Error | null) => Newer | undefined
  /** More lines on that newer state. */
  saidOf?: (newer: Newer) => readonly string[]
  onTake?: (newer: Newer) => void
  onDone: () => void
}

/** Blocks time, or changes a block: of a unit (booking/timeline/unit-block-form.tsx) or of the professional (booking/agenda/own-block-form.tsx). */
export const BlockForm = <Newer extends Saved>({
  zone,
  start,
  block,
  before,
  foot,
  queryKey,
  onSave,
  onRemove,
  newerIn,
  saidOf = () => [],
  onTake,
  onDone,
}: BlockFormProps<Newer>) => {
  const form = useForm({ initial: () => (block === undefined ? freshAt(start) : typedOf(block, zone)) })
  const typed = form.values
  /** The version shown to the user: a save overwrites that one and no newer one, although the queries around refresh by themselves. */
  const [seen, see] = useState(block?.version ?? 0)
  const { saving, removing } = useBlockRequests({ typed, zone, block, queryKey, onSave, onRemove, onDone })
  const refused = [saving, removing].find(({ isError }) => isError)
  const newer = newerIn(refused?.error ?? null)
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={form.submit(() => {
        removing.reset()
        return saving.mutateAsync(seen)
      })}
    >
      {before}
      <BlockFields typed={typed} onChange={form.put} />
      {foot}
      {refused === undefined ? null : newer === undefined ? (
        <Problem of={refused.error} />
      ) : (
        <Stale
          now={[spanText(newer, zone), ...saidOf(newer), newer.reason]
            .filter((part) => part !== '')
            .join(', ')}
          {...(refused === removing ? { keep: 'Quitarlo de todas formas' } : {})}
          onKeep={() => refused.mutate(newer.version)}
          onTake={() => {
            form.accept(typedOf(newer, zone))
            see(newer.version)
            onTake?.(newer)
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

/** The requests that save and remove the block. */
const useBlockRequests = <Newer extends Saved>({
  typed,
  zone,
  block,
  queryKey,
  onSave,
  onRemove,
  onDone,
}: Pick<BlockFormProps<Newer>, 'zone' | 'block' | 'queryKey' | 'onSave' | 'onRemove' | 'onDone'> & {
  typed: Typed
}) => {
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    await queryClient.invalidateQueries({ queryKey })
    toast(title, undefined, 'good')
    onDone()
  }
  const saving = useMutation({
    mutationFn: (version: number) =>
      onSave(
        {
          startsAt: instantOf(typed.date, typed.from, zone),
          endsAt: endOf(typed, zone),
          reason: typed.reason,
        },
        version,
      ),
    onSuccess: () => done(block === undefined ? 'Horario bloqueado' : 'Bloqueo cambiado'),
  })
  const removing = useMutation({ mutationFn: onRemove, onSuccess: () => done('Horario libre otra vez') })
  return { saving, removing }
}

type Typed = { date: string; from: string; lastDate: string; to: string; reason: string }
const BlockFields = ({ typed, onChange }: { typed: Typed; onChange: (part: Partial<Typed>) => void }) => {
  const { date, from, lastDate, to, reason } = typed
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TypedField
          label="Día"
          type="date"
          value={date}
          onChange={(day) =>
            // A block within a single day moves as a whole.
            onChange({ date: day, ...(lastDate === date || lastDate < day ? { lastDate: day } : {}) })
          }
        />
        <TypedField label="De" type="time" value={from} onChange={(time) => onChange({ from: time })} />
        <TypedField
          label="Hasta el día"
          type="date"
          min={date}
          value={lastDate}
          onChange={(day) => onChange({ lastDate: day })}
        />
        <TypedField label="A" type="time" value={to} onChange={(time) => onChange({ to: time })} />
      </div>
      <TypedField
        label="Motivo"
        hint="Solo lo ves tú."
        optional
        maxLength={200}
        value={reason}
        onChange={(text) => onChange({ reason: text })}
      />
    </>
  )
}

const typedOf = ({ startsAt, endsAt, reason }: Saved, zone: string): Typed => ({
  date: dateIn(startsAt, zone),
  from: timeOf(startsAt, zone),
  lastDate: dateIn(endsAt, zone),
  to: timeOf(endsAt, zone),
  reason,
})

/** An hour from the start, within its day. */
const freshAt = ({ date, minute }: { date: string; minute: number }): Typed => ({
  date,
  from: clockText(minute),
  lastDate: date,
  to: minute + 60 < 1440 ? clockText(minute + 60) : '00:00',
  reason: '',
})

/** "lun 23 nov, 10:00 a 11:00" */
const spanText = ({ startsAt, endsAt }: Saved, zone: string) =>
  `${shortOf(startsAt, zone)} a ${timeOf(endsAt, zone)}`

/** Clocks have no 24:00: 00:00 on the start day means the end of that day. */
const endOf = ({ date, lastDate, to }: Typed, zone: string) =>
  instantOf(to === '00:00' && lastDate === date ? addDays(lastDate, 1) : lastDate, to, zone)
