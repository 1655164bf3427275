import { X } from 'lucide-react'
import { equipment, type EquipmentItem } from '#contract/space/fittings.ts'
import {
  type EquipmentNeed,
  type Needs,
  needsNothing,
  needsProblem,
  noNeeds,
} from '#contract/service/service-needs.ts'
import { Minutes } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { Select } from '#web/ui/form/select.tsx'

type Part = { draft: ServiceDraft; onChange: (part: Partial<ServiceDraft>) => void }

const isItem = (text: string): text is EquipmentItem => Object.hasOwn(equipment, text)
const items = Object.keys(equipment).filter(isItem)

/** What a place must have for the service, and which equipment the service uses exclusively, and when. */
export const NeedsFields = ({ draft, onChange }: Part) => {
  const needs = draft.needs ?? noNeeds
  const put = (part: Partial<Needs>) => {
    const next = { ...needs, ...part }
    onChange({ needs: needsNothing(next) ? null : next })
  }
  const taken = new Set(needs.equipment.map(({ item }) => item))
  const problem = hasUnreadNumber([needs, draft.durationMinutes])
    ? null
    : needsProblem(needs, draft.durationMinutes)
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2 className="text-lg">Qué necesita del lugar</h2>
        <p className="text-muted">
          Donde falte algo de esto no se ofrece. Lo que comparten varias sillas o espacios queda apartado para
          tu cita en esos minutos: nadie llega y lo encuentra ocupado. En tu lugar propio no se revisa.
        </p>
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-[0.9375rem] font-semibold">Equipo</legend>
        {needs.equipment.length === 0 ? null : (
          <ul className="flex flex-col gap-3">
            {needs.equipment.map((need) => (
              <li key={need.item} className="rounded-md border border-line bg-sunk p-3.5">
                <NeedRow
                  need={need}
                  minutes={draft.durationMinutes}
                  onChange={(changed) =>
                    put({
                      equipment: needs.equipment.map((one) => (one.item === need.item ? changed : one)),
                    })
                  }
                  onRemove={() =>
                    put({ equipment: needs.equipment.filter(({ item }) => item !== need.item) })
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {needs.equipment.length >= 10 ? null : (
          <Select
            aria-label="Agregar equipo que necesita"
            value=""
            onChange={({ target }) => {
              if (isItem(target.value))
                put({
                  equipment: [...needs.equipment, { item: target.value, fromMinute: 0, toMinute: null }],
                })
            }}
          >
            <option value="">Agregar equipo…</option>
            {items
              .filter((item) => !taken.has(item))
              .map((item) => (
                <option key={item} value={item}>
                  {equipment[item]}
                </option>
              ))}
          </Select>
        )}
        <p
          aria-live="polite"
          className={classNames('text-[0.9375rem] text-chile', problem === null && 'sr-only')}
        >
          {problem}
        </p>
      </fieldset>
      <PlaceNeeds needs={needs} onChange={put} />
    </>
  )
}

const PlaceNeeds = ({ needs, onChange }: { needs: Needs; onChange: (part: Partial<Needs>) => void }) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-2 text-[0.9375rem] font-semibold">Lugar</legend>
    <OptionalNumberField
      kind="whole"
      label="Metros cuadrados, al menos"
      hint="Vacío: los que tenga."
      from={1}
      to={1000}
      value={needs.areaM2}
      onChange={(areaM2) => onChange({ areaM2 })}
    />
    <Checkbox
      label={
        <>
          <span className="block font-semibold">En privado</span>
          <span className="block text-sm text-muted">
            Solo en cabinas, habitaciones y consultorios, donde nadie más trabaja a la vista.
          </span>
        </>
      }
      checked={needs.isPrivate}
      onChange={(event) => onChange({ isPrivate: event.target.checked })}
    />
    <Checkbox
      label={
        <>
          <span className="block font-semibold">En planta baja o con elevador</span>
          <span className="block text-sm text-muted">Para quien no puede subir escaleras.</span>
        </>
      }
      checked={needs.groundFloor}
      onChange={(event) => onChange({ groundFloor: event.target.checked })}
    />
  </fieldset>
)

/** One item, for the whole service or some of its minutes. */
const NeedRow = ({
  need,
  minutes,
  onChange,
  onRemove,
}: {
  need: EquipmentNeed
  minutes: number
  onChange: (need: EquipmentNeed) => void
  onRemove: () => void
}) => {
  const { item, fromMinute, toMinute } = need
  const name = equipment[item]
  const isWhole = fromMinute === 0 && toMinute === null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">{name}</p>
        <Button tone="quiet" size="small" aria-label={`Quitar ${name}`} onClick={onRemove}>
          <X aria-hidden className="size-4.5" />
        </Button>
      </div>
      <Checkbox
        label={`Durante todo el servicio`}
        aria-label={`${name} durante todo el servicio`}
        checked={isWhole}
        onChange={(event) =>
          onChange(
            event.target.checked
              ? { item, fromMinute: 0, toMinute: null }
              : { item, fromMinute: 0, toMinute: Math.min(15, minutes || 15) },
          )
        }
      />
      {isWhole ? null : (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Minutes
              label="Del minuto"
              value={fromMinute}
              from={0}
              to={minutes || undefined}
              onChange={(from) => onChange({ ...need, fromMinute: from })}
            />
            <Minutes
              label="Al minuto"
              value={toMinute ?? minutes}
              from={1}
              to={minutes || undefined}
              onChange={(to) => onChange({ ...need, toMinute: to })}
            />
          </div>
          {hasUnreadNumber([need, minutes]) ? null : (
            <UseStrip from={fromMinute} to={toMinute ?? minutes} minutes={minutes} name={name} />
          )}
        </>
      )}
    </div>
  )
}

/** Its minutes, drawn as part of the service. */
const UseStrip = ({
  from,
  to,
  minutes,
  name,
}: {
  from: number
  to: number
  minutes: number
  name: string
}) => (
  <div
    role="img"
    aria-label={`${name}: del minuto ${from} al ${to} de ${minutes}`}
    className="relative h-2.5 overflow-hidden rounded-full border border-edge bg-surface"
  >
    <span
      className="absolute inset-y-0 rounded-full bg-jacaranda"
      style={{ left: `${(100 * from) / minutes}%`, width: `${(100 * Math.max(0, to - from)) / minutes}%` }}
    />
  </div>
)
