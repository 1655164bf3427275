import type { SpaceType } from '#contract/professional/categories.ts'
import {
  equipment,
  type Equipment,
  type EquipmentItem,
  maxEquipmentUnits,
  usualEquipment,
} from '#contract/space/fittings.ts'
import type { Space } from '#contract/space/space.ts'
import { ProofPhoto } from '#web/parts/space/proof-photo.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** The equipment units, what they share, and a photo of each. */
export const EquipmentList = ({
  space,
  type,
  many,
  value,
  onChange,
}: {
  space: Space
  type: SpaceType
  many: boolean
  value: readonly Equipment[]
  onChange: (list: Equipment[]) => void
}) => {
  const usual = usualEquipment[type]
  const shown = [...usual, ...value.map(({ item }) => item).filter((item) => !usual.includes(item))]
  const rest = Object.keys(equipment)
    .filter(isItem)
    .filter((item) => !shown.includes(item))
  const business = space.sameBusiness
  const set = (item: EquipmentItem, next: Equipment | undefined) => {
    const others = value.filter((one) => one.item !== item)
    onChange(next === undefined ? others : [...others, next])
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[0.9375rem] font-semibold">Equipo</legend>
      <p className="mb-1 text-sm text-muted">
        Con una foto de cada cosa, quien renta ve que está y cómo es. Quitamos de cada foto dónde y cuándo se
        tomó.
      </p>
      {business.length === 0 ? null : (
        <p className="mb-1 text-sm text-muted">
          Lo que se comparte puede ser lo mismo para varios espacios de la casa: marca cuáles lo usan.
        </p>
      )}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface px-3.5">
        {shown.map((item) => (
          <EquipmentRow
            key={item}
            space={space}
            many={many}
            item={item}
            entry={value.find((entry) => entry.item === item)}
            onChange={(next) => set(item, next)}
          />
        ))}
      </ul>
      <Select
        aria-label="Agregar otro equipo"
        value=""
        onChange={(event) => {
          if (isItem(event.target.value)) set(event.target.value, { item: event.target.value, shared: false })
        }}
      >
        <option value="">Agregar otro equipo…</option>
        {rest.map((item) => (
          <option key={item} value={item}>
            {equipment[item]}
          </option>
        ))}
      </Select>
    </fieldset>
  )
}

const EquipmentRow = ({
  space,
  many,
  item,
  entry: one,
  onChange,
}: {
  space: Space
  many: boolean
  item: EquipmentItem
  entry: Equipment | undefined
  onChange: (next: Equipment | undefined) => void
}) => {
  const { sameBusiness } = space
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <Checkbox
        label={equipment[item]}
        checked={one !== undefined}
        onChange={(event) => onChange(event.target.checked ? { item, shared: false } : undefined)}
      />
      {one === undefined ? null : (
        <span className="flex flex-wrap items-center gap-x-4">
          {many || sameBusiness.length > 0 ? (
            <Checkbox
              label={
                <span className="text-[0.9375rem] text-muted">
                  Se comparte<span className="sr-only">: {equipment[item]}</span>
                </span>
              }
              checked={one.shared}
              onChange={(event) =>
                onChange(event.target.checked ? { item, shared: true, with: [] } : { item, shared: false })
              }
            />
          ) : null}
          {one.shared ? (
            <Select
              aria-label={`Cuántos se comparten: ${equipment[item]}`}
              className="w-auto"
              value={one.count ?? 1}
              onChange={(event) => onChange({ ...one, count: Number(event.target.value) })}
            >
              {counts.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? 'Hay 1' : `Hay ${count}`}
                </option>
              ))}
            </Select>
          ) : null}
          <ProofPhoto space={space} item={item} />
        </span>
      )}
      {one?.shared === true && sameBusiness.length > 0 ? (
        <SharedWith business={sameBusiness} thing={one} onChange={onChange} />
      ) : null}
    </li>
  )
}

/** Which other spaces of the business have the same units. Choosing one also includes every space that shares them with it. */
const SharedWith = ({
  business,
  thing,
  onChange,
}: {
  business: Space['sameBusiness']
  thing: Equipment
  onChange: (thing: Equipment) => void
}) => {
  const { item, with: others = [] } = thing
  const name = equipment[item]
  return (
    <fieldset className="mb-3 w-full rounded-md bg-sunk px-3.5 py-2.5">
      <legend className="sr-only">Qué otros espacios de la casa usan lo mismo: {name}</legend>
      <p aria-hidden className="text-[0.9375rem] font-medium">
        También lo usan
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {business.map((other) => {
          const group = [other.id, ...(other.shares.find((one) => one.item === item)?.with ?? [])]
          return (
            <Checkbox
              key={other.id}
              label={
                <>
                  {other.name === '' ? 'Espacio sin nombre' : other.name}
                  {other.writable ? null : (
                    <span className="block text-sm text-muted">Está en revisión: todavía no cambia.</span>
                  )}
                </>
              }
              disabled={!other.writable}
              checked={others.includes(other.id)}
              onChange={(event) => {
                const rest = others.filter((id) => id !== other.id)
                const more = group.filter((id) => business.some((one) => one.id === id) && !rest.includes(id))
                onChange({ ...thing, with: event.target.checked ? [...rest, ...more] : rest })
              }}
            />
          )
        })}
      </div>
      {others.length === 0 ? null : (
        <p className="mt-1 text-sm text-muted">
          Es lo mismo para todos: cuántos hay vale para cada espacio, y cada pieza está en una sola cita a la
          vez.
        </p>
      )}
    </fieldset>
  )
}

const counts = Array.from({ length: maxEquipmentUnits }, (_, index) => index + 1)
const isItem = (text: string): text is EquipmentItem => Object.hasOwn(equipment, text)
