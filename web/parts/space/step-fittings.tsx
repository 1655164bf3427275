import { useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { amenities, spaceTypes, type SpaceType } from '#contract/professional/categories.ts'
import { accessibility } from '#contract/space/fittings.ts'
import * as contract from '#contract/space/listing-steps.ts'
import * as listingMissing from '#contract/space/listing-missing.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { Choices, optionsOf, Ticks } from '#web/ui/form/choices.tsx'
import { EquipmentList } from '#web/parts/space/equipment-list.tsx'
import { PhotoBoard } from '#web/parts/space/photo-board.tsx'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { spaceReading, useStep } from '#web/parts/space/use-step.ts'
import { WordingNotes } from '#web/parts/space/wording-notes.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { NumberField, OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

const types = ['chair', 'station', 'cabin', 'room', 'consulting_room', 'hall'] as const
const amenityNames = ['wifi', 'parking', 'ac', 'music', 'reception', 'products'] as const
const accessNames = ['ramp', 'restroom', 'elevator'] as const

const from = (space: Space) => ({
  name: space.name,
  spaceType: space.spaceType,
  description: space.description,
  unitNames: space.units.filter(({ active }) => active).map(({ name }) => name),
  capacity: space.capacity,
  areaM2: space.areaM2,
  accessibility: space.accessibility,
  amenities: space.amenities,
  equipment: space.equipment,
})

type Typed = ReturnType<typeof from>

/** Unreadable numbers are not sent. */
const read = <T extends number | null>(value: T) => (Number.isNaN(value) ? undefined : value)

const check = (typed: Typed) => {
  const capacity = read(typed.capacity)
  const area = read(typed.areaM2)
  const named = typed.unitNames.every((name) => name.trim() !== '')
  return {
    body: {
      name: typed.name,
      spaceType: typed.spaceType,
      description: typed.description,
      unitNames: named ? typed.unitNames : undefined,
      capacity,
      areaM2: area,
      accessibility: typed.accessibility,
      amenities: typed.amenities,
      equipment: typed.equipment,
    },
    problems: {
      ...(capacity === undefined ? { capacity: 'Escribe cuántas personas caben, de 1 a 500.' } : {}),
      ...(area === undefined ? { area: 'Escribe los metros cuadrados, de 1 a 5000.' } : {}),
      ...(named ? {} : { units: 'Cada unidad necesita un nombre.' }),
    },
  }
}

/** "Silla 1", "Silla 2": names that the host has not changed follow the type. */
const renamed = (names: readonly string[], before: SpaceType, now: SpaceType) =>
  names.map((name, place) =>
    name === `${spaceTypes[before]} ${place + 1}` ? `${spaceTypes[now]} ${place + 1}` : name,
  )

export const StepFittings = ({ space }: { space: Space }) => {
  const queryClient = useQueryClient()
  const step = useStep({
    space,
    from,
    check,
    send: async (id, body) => {
      const saved = await call(contract.saveStep3, { params: { id }, body })
      // What is entered for shared equipment applies to the other spaces too.
      for (const other of [...space.sameBusiness, ...saved.sameBusiness])
        queryClient.removeQueries({ queryKey: spaceReading(other.id).queryKey, exact: true })
      return saved
    },
  })
  const { typed, type } = step
  const problems: { capacity?: string; area?: string; units?: string } = step.problems
  return (
    <StepFrame
      space={space}
      step={3}
      of={step}
      title="El espacio y sus unidades"
      text="Una unidad es lo que se renta por hora: una silla, una cabina, un consultorio. Cada una lleva su número."
    >
      <Choices
        legend="Qué es"
        columns="grid-cols-2 sm:grid-cols-3"
        options={types.map((value) => ({ value, label: spaceTypes[value] }))}
        value={typed.spaceType}
        onChange={(spaceType) =>
          type({ spaceType, unitNames: renamed(typed.unitNames, typed.spaceType, spaceType) })
        }
      />
      <Field label="Nombre del espacio" required hint="Como lo verán al buscar: «Sillas junto a la ventana».">
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={80}
            value={typed.name}
            onChange={(event) => type({ name: event.target.value })}
          />
        )}
      </Field>
      <Units
        names={typed.unitNames}
        label={spaceTypes[typed.spaceType]}
        error={problems.units}
        onChange={(unitNames) => type({ unitNames })}
      />
      <SizeFields typed={typed} type={type} problems={problems} />
      <Field
        label="Descripción"
        required={false}
        hint={`Qué hay y cómo se siente. ${typed.description.length} de 2000.`}
      >
        {(control) => (
          <TextArea
            {...control}
            name="description"
            maxLength={2000}
            value={typed.description}
            onChange={(event) => type({ description: event.target.value })}
          />
        )}
      </Field>
      <WordingNotes text={typed.description} />
      <EquipmentList
        space={space}
        type={typed.spaceType}
        many={typed.unitNames.length > 1}
        value={typed.equipment}
        onChange={(list) => type({ equipment: list })}
      />
      <Ticks
        legend="Servicios del lugar"
        options={optionsOf(amenityNames, amenities)}
        values={typed.amenities}
        onChange={(list) => type({ amenities: list })}
      />
      <Ticks
        legend="Accesibilidad"
        hint="Marca solo lo que una persona en silla de ruedas puede usar sin ayuda."
        options={optionsOf(accessNames, accessibility)}
        values={typed.accessibility}
        onChange={(list) => type({ accessibility: list })}
      />
      <PhotoBoard space={space} />
    </StepFrame>
  )
}

const SizeFields = ({
  typed,
  type,
  problems,
}: {
  typed: Typed
  type: (part: Partial<Typed>) => void
  problems: { capacity?: string; area?: string }
}) => (
  <div className="grid grid-cols-2 gap-5">
    <OptionalNumberField
      kind="whole"
      label="Superficie (m²)"
      error={problems.area}
      name="area"
      from={1}
      to={5000}
      value={typed.areaM2}
      onChange={(areaM2) => type({ areaM2 })}
    />
    <NumberField
      kind="whole"
      label="Aforo (personas)"
      error={problems.capacity}
      name="capacity"
      from={1}
      to={500}
      value={typed.capacity}
      onChange={(capacity) => type({ capacity })}
    />
  </div>
)

const Units = ({
  names,
  label,
  error,
  onChange,
}: {
  names: readonly string[]
  label: string
  error: string | undefined
  onChange: (names: string[]) => void
}) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-2 text-[0.9375rem] font-semibold">Unidades</legend>
    <div className="flex items-center gap-3">
      <IconButton
        label="Quitar la última unidad"
        disabled={names.length <= 1}
        onClick={() => onChange(names.slice(0, -1))}
        className="border border-edge/60"
      >
        <Minus aria-hidden />
      </IconButton>
      <output aria-live="polite" className="figures min-w-8 text-center font-display text-2xl font-semibold">
        {names.length}
        <span className="sr-only">{names.length === 1 ? ' unidad' : ' unidades'}</span>
      </output>
      <IconButton
        label="Agregar una unidad"
        disabled={names.length >= listingMissing.maxUnits}
        onClick={() => onChange([...names, `${label} ${names.length + 1}`])}
        className="border border-edge/60"
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
    <ol className="grid gap-2.5 sm:grid-cols-2">
      {names.map((name, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a unit is its number
        <li key={place} className="flex items-center gap-2.5">
          <span aria-hidden className="figures w-7 text-right text-muted">
            {place + 1}
          </span>
          <Input
            aria-label={`Nombre de la unidad ${place + 1}`}
            maxLength={40}
            value={name}
            onChange={(event) => onChange(names.with(place, event.target.value))}
          />
        </li>
      ))}
    </ol>
    <GroupError text={error} />
  </fieldset>
)
