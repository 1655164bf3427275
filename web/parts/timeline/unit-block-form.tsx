import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/timeline.ts'
import type { BlockKind, TimelineSpace, TimelineUnit } from '#contract/timeline.ts'
import type { TimelineClaim } from '#contract/timeline-claims.ts'
import { call } from '#web/api.ts'
import { dateIn, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/labelled.tsx'
import { toast } from '#web/ui/toast.ts'

type Existing = {
  id: number
  version: number
  reason: string
  author: string
  claim: TimelineClaim
  unit: TimelineUnit
}

const kinds = [
  { value: 'block', label: 'Bloqueo' },
  { value: 'maintenance', label: 'Mantenimiento' },
] as const
export const timeText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Takes time of one unit out of sale, or changes what was taken. */
export const BlockForm = ({
  space,
  start,
  block,
  onDone,
}: {
  space: TimelineSpace
  start?: { unitId: number; date: string; minute: number }
  block?: Existing
  onDone: () => void
}) => {
  const { zone } = space
  const [unitId, setUnit] = useState(block?.unit.id ?? start?.unitId ?? space.units[0]?.id ?? 0)
  const [kind, setKind] = useState<BlockKind>(block?.claim.kind === 'maintenance' ? 'maintenance' : 'block')
  const [date, setDate] = useState(
    block === undefined ? (start?.date ?? '') : dateIn(block.claim.startsAt, zone),
  )
  const [from, setFrom] = useState(
    block === undefined ? timeText(start?.minute ?? 540) : timeOf(block.claim.startsAt, zone),
  )
  const [lastDate, setLastDate] = useState(
    block === undefined ? (start?.date ?? '') : dateIn(block.claim.endsAt, zone),
  )
  const [to, setTo] = useState(
    block === undefined
      ? timeText(Math.min(1439, (start?.minute ?? 540) + 60))
      : timeOf(block.claim.endsAt, zone),
  )
  const [reason, setReason] = useState(block?.reason ?? '')
  const queryClient = useQueryClient()
  const done = async (title: string) => {
    await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
    toast(title, undefined, 'good')
    onDone()
  }
  const span = () => ({ startsAt: instantOf(date, from, zone), endsAt: instantOf(lastDate, to, zone) })
  const saving = useMutation({
    mutationFn: (): Promise<unknown> =>
      block === undefined
        ? call(contract.addBlock, { params: { id: unitId }, body: { ...span(), kind, reason } })
        : call(contract.changeBlock, {
            params: { id: block.id },
            body: { ...span(), kind, reason, unitId, version: block.version },
          }),
    onSuccess: () => done(block === undefined ? 'Horario bloqueado' : 'Bloqueo cambiado'),
  })
  const removing = useMutation({
    mutationFn: () =>
      call(contract.removeBlock, {
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
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Unidad"
          value={unitId}
          onChange={setUnit}
          options={space.units.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField label="Tipo" value={kind} onChange={setKind} options={kinds} />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TypedField
          label="Desde el día"
          type="date"
          value={date}
          onChange={(day) => {
            setDate(day)
            if (lastDate < day) setLastDate(day)
          }}
        />
        <TypedField label="Desde las" type="time" step={900} value={from} onChange={setFrom} />
        <TypedField label="Hasta el día" type="date" min={date} value={lastDate} onChange={setLastDate} />
        <TypedField label="Hasta las" type="time" step={900} value={to} onChange={setTo} />
      </div>
      <TypedField
        label="Motivo"
        hint="Solo lo ves tú."
        optional
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <Problem of={saving.error ?? removing.error} />
      {block === undefined ? null : <p className="text-sm text-muted">Lo puso {block.author}.</p>}
      <div className="flex flex-wrap justify-end gap-3">
        {block === undefined ? null : (
          <Button tone="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            Quitar bloqueo
          </Button>
        )}
        <Button type="submit" busy={saving.isPending}>
          {block === undefined ? 'Bloquear' : 'Guardar cambios'}
        </Button>
      </div>
    </Form>
  )
}
