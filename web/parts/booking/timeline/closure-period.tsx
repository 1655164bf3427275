import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { addDays, instantOf } from '#web/parts/time/wall-clock.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Closure = {
  spaceId: number
  units: ReadonlySet<number>
  kind: 'closure' | 'maintenance'
  from: string
  fromTime: string
  to: string
  toTime: string
  reason: string
}

/** What is closed, from when to when, and why. Only the reason survives a reload as a draft. */
export const useClosurePeriod = (spaces: readonly TimelineSpace[], date: string) => {
  const form = useForm<Closure>({
    initial: () => ({
      spaceId: spaces[0]?.id ?? 0,
      units: new Set(),
      kind: 'closure',
      from: date,
      fromTime: '00:00',
      to: date,
      toTime: '24:00',
      reason: '',
    }),
    draft: 'closure',
    unstored: ['spaceId', 'units', 'kind', 'from', 'fromTime', 'to', 'toTime'],
  })
  const { spaceId, units, kind, from, fromTime, to, toTime, reason } = form.values
  const space = spaces.find(({ id }) => id === spaceId)
  const zone = space?.zone ?? 'America/Mexico_City'
  const body = () => ({
    unitIds: [...units],
    kind,
    reason,
    startsAt: instantOf(from, fromTime, zone),
    endsAt: toTime === '24:00' ? instantOf(addDays(to, 1), '00:00', zone) : instantOf(to, toTime, zone),
  })
  return {
    spaceId,
    body,
    forget: form.forget,
    from,
    to,
    space,
    setSpace: form.pick('spaceId').onChange,
    setUnits: form.pick('units').onChange,
    kind,
    setKind: form.pick('kind').onChange,
    setFrom: form.pick('from').onChange,
    setTo: form.pick('to').onChange,
    fromTime,
    setFromTime: form.pick('fromTime').onChange,
    toTime,
    setToTime: form.pick('toTime').onChange,
    units,
    reason,
    setReason: form.pick('reason').onChange,
  }
}

export type ClosurePeriod = ReturnType<typeof useClosurePeriod>

/** The space, and whether it is closed or under maintenance. */
export const SpaceFields = ({
  spaces,
  period,
}: {
  spaces: readonly TimelineSpace[]
  period: ClosurePeriod
}) => (
  <>
    {spaces.length > 1 ? (
      <Field label="Espacio">
        {(control) => (
          <Select
            {...control}
            value={period.spaceId}
            onChange={(event) => {
              period.setSpace(Number(event.target.value))
              period.setUnits(new Set())
            }}
          >
            {spaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ) : null}
    <Field label="Tipo">
      {(control) => (
        <Select
          {...control}
          value={period.kind}
          onChange={(event) =>
            period.setKind(event.target.value === 'maintenance' ? 'maintenance' : 'closure')
          }
        >
          <option value="closure">Cierre</option>
          <option value="maintenance">Mantenimiento</option>
        </Select>
      )}
    </Field>
  </>
)

export const DateFields = ({ period }: { period: ClosurePeriod }) => (
  <div className="grid grid-cols-2 gap-4">
    <Field label="Primer día">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={period.from}
          onChange={(event) => {
            period.setFrom(event.target.value)
            if (period.to < event.target.value) period.setTo(event.target.value)
          }}
        />
      )}
    </Field>
    <Field label="Último día">
      {(control) => (
        <Input
          {...control}
          type="date"
          min={period.from}
          value={period.to}
          onChange={(event) => period.setTo(event.target.value)}
        />
      )}
    </Field>
    <Field label="Desde las">
      {(control) => (
        <Input
          {...control}
          type="time"
          value={period.fromTime}
          onChange={(event) => period.setFromTime(event.target.value)}
        />
      )}
    </Field>
    <Field label="Hasta las" hint="Vacío: todo el día.">
      {(control) => (
        <Input
          {...control}
          type="time"
          value={period.toTime === '24:00' ? '' : period.toTime}
          onChange={(event) => period.setToTime(event.target.value === '' ? '24:00' : event.target.value)}
        />
      )}
    </Field>
  </div>
)

export const UnitFields = ({ space, period }: { space: TimelineSpace; period: ClosurePeriod }) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1 text-[0.9375rem] font-semibold">Unidades</legend>
    <p className="text-sm text-muted">Sin marcar ninguna, cierra todo el espacio.</p>
    <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
      {space.units.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={period.units.has(id)}
          onChange={(event) => {
            const next = new Set(period.units)
            if (event.target.checked) next.add(id)
            else next.delete(id)
            period.setUnits(next)
          }}
          label={name}
        />
      ))}
    </div>
  </fieldset>
)
