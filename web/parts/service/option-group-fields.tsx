import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { groupsOf, maxAddOns } from '#contract/service/add-on.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { PricedFields } from '#web/parts/service/priced-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type AddOns = ServiceDraft['addOns']
type Option = AddOns[number]
const blank: Option = { id: 0, name: '', priceCents: 0, minutes: 0 }

/** Options that a client must choose, one per group, such as hair length. The first option of a new group is included in the price. */
export const OptionGroupFields = ({
  addOns,
  onChange,
}: {
  addOns: AddOns
  onChange: (addOns: AddOns) => void
}) => {
  const groups = groupsOf(addOns)
  const liked = addOns.filter(({ group }) => group === undefined)
  const names = groups.map(({ name }) => name)
  const put = (place: number, options: readonly Option[]) =>
    onChange([...groups.flatMap((one, at) => (at === place ? options : one.options)), ...liked])
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-5">
      <legend className="sr-only">Precio según la opción</legend>
      <div>
        <p aria-hidden className="font-semibold">
          Precio según la opción
        </p>
        <p className="text-sm text-muted">
          Cuando cambia por el largo de cabello o el nivel: al reservar se elige una de cada grupo. Una va con
          $0 y 0 minutos, la que ya está en tu precio; por eso te muestras «desde».
        </p>
      </div>
      {groups.map(({ name, options }, place) => (
        <div
          key={place}
          role="group"
          aria-label={`Grupo ${name === '' ? place + 1 : name}`}
          className="flex flex-col gap-4 rounded-md bg-sunk p-4"
        >
          <div className="flex items-end gap-3">
            <GroupName
              name={name}
              taken={names.toSpliced(place, 1)}
              onChange={(group) =>
                put(
                  place,
                  options.map((one) => ({ ...one, group })),
                )
              }
            />
            <Button
              tone="quiet"
              size="small"
              aria-label={`Quitar el grupo ${name}`}
              onClick={() => put(place, [])}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </Button>
          </div>
          {options.map((one, at) => (
            <OneOption
              key={one.id === 0 ? `new-${at}` : one.id}
              one={one}
              at={at}
              onChange={(part) => put(place, options.with(at, { ...one, ...part }))}
              onUp={() => put(place, options.toSpliced(at - 1, 2, one, options[at - 1] ?? one))}
              onRemove={() => put(place, options.toSpliced(at, 1))}
            />
          ))}
          {addOns.length >= maxAddOns ? null : (
            <Button
              tone="secondary"
              size="small"
              className="self-start"
              onClick={() => put(place, [...options, { ...blank, group: name }])}
            >
              <Plus aria-hidden className="size-4.5" />
              Agregar una opción
            </Button>
          )}
        </div>
      ))}
      {addOns.length + 2 > maxAddOns ? (
        <p className="text-sm text-muted">Caben {maxAddOns} opciones y complementos.</p>
      ) : (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          onClick={() => {
            const group = newName(names)
            onChange([
              ...groups.flatMap(({ options }) => options),
              { ...blank, group },
              { ...blank, group },
              ...liked,
            ])
          }}
        >
          <Plus aria-hidden className="size-4.5" />
          Agregar un grupo de opciones
        </Button>
      )}
    </fieldset>
  )
}

const newName = (taken: readonly string[]) => {
  const usual = ['Largo de cabello', 'Nivel', 'Tamaño'].find((name) => !taken.includes(name))
  return usual ?? `Grupo ${taken.length + 1}`
}

/** A name that another group has is refused: the two would become one. */
const GroupName = ({
  name,
  taken,
  onChange,
}: {
  name: string
  taken: readonly string[]
  onChange: (name: string) => void
}) => {
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <div className="min-w-0 flex-1">
      <Field
        label="Qué se elige"
        required
        error={refused === null ? undefined : 'Ya hay un grupo que se llama así.'}
      >
        {(control) => (
          <Input
            {...control}
            value={refused ?? name}
            maxLength={40}
            autoComplete="off"
            onChange={({ target: { value } }) => {
              setRefused(taken.includes(value) ? value : null)
              if (!taken.includes(value)) onChange(value)
            }}
          />
        )}
      </Field>
    </div>
  )
}

const OneOption = ({
  one,
  at,
  onChange,
  onUp,
  onRemove,
}: {
  one: Option
  at: number
  onChange: (part: Partial<Option>) => void
  onUp: () => void
  onRemove: () => void
}) => (
  <div
    role="group"
    aria-label={`Opción ${at + 1}`}
    className="grid grid-cols-2 items-end gap-3 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_auto]"
  >
    <PricedFields label="Opción" one={one} onChange={onChange} />
    <div className="flex gap-1">
      <Button
        tone="quiet"
        size="small"
        disabled={at === 0}
        aria-label={`Subir ${one.name || `la opción ${at + 1}`}`}
        onClick={onUp}
      >
        <ArrowUp aria-hidden className="size-4.5" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Quitar ${one.name || `la opción ${at + 1}`}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </div>
    {one.priceCents === 0 && one.minutes === 0 ? (
      <p className="col-span-full text-sm text-muted">Ya está en tu precio y tu duración.</p>
    ) : null}
  </div>
)
