import { Plus, Trash2 } from 'lucide-react'
import { maxAddOns } from '#contract/service/add-on.ts'
import { equipment, type EquipmentItem } from '#contract/space/fittings.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { PricedFields } from '#web/parts/service/priced-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const isItem = (text: string): text is EquipmentItem => Object.hasOwn(equipment, text)
const items = Object.keys(equipment).filter(isItem)
const needsHint = (minutes: number) =>
  minutes === 0
    ? 'Si se comparte, queda apartado todo el servicio.'
    : 'Si se comparte, queda apartado en esos minutos.'

type AddOns = ServiceDraft['addOns']

/** The add-ons of a service, each with its extra price and minutes. */
export const AddOnFields = ({
  addOns: all,
  onChange,
}: {
  addOns: AddOns
  onChange: (addOns: AddOns) => void
}) => {
  const addOns = all.filter(({ group }) => group === undefined)
  const put = (changed: AddOns) => onChange([...all.filter(({ group }) => group !== undefined), ...changed])
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-5">
      <legend className="sr-only">Complementos</legend>
      <div>
        <p aria-hidden className="font-semibold">
          Complementos
        </p>
        <p className="text-sm text-muted">
          Lo que se puede agregar al reservar: un lavado, una ampolleta, un diseño. Con cero minutos, la cita
          no se alarga.
        </p>
      </div>
      {addOns.map((one, place) => {
        const set = (part: Partial<AddOns[number]>) => put(addOns.with(place, { ...one, ...part }))
        return (
          <div
            key={one.id === 0 ? `new-${place}` : one.id}
            role="group"
            aria-label={`Complemento ${place + 1}`}
            className="grid grid-cols-2 items-end gap-3 rounded-md bg-sunk p-4 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_auto]"
          >
            <PricedFields label="Qué es" one={one} onChange={set} />
            <div className="col-span-2 sm:col-span-3">
              <Field label="Necesita" required={false} hint={needsHint(one.minutes)}>
                {(control) => (
                  <Select
                    {...control}
                    value={one.needs ?? ''}
                    onChange={({ target }) => {
                      const { needs: _, ...plain } = one
                      put(
                        addOns.with(place, isItem(target.value) ? { ...plain, needs: target.value } : plain),
                      )
                    }}
                  >
                    <option value="">Nada aparte</option>
                    {items.map((item) => (
                      <option key={item} value={item}>
                        {equipment[item]}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
            <Button
              tone="quiet"
              size="small"
              className="justify-self-start sm:col-start-4 sm:row-start-1"
              aria-label={`Quitar ${one.name || `el complemento ${place + 1}`}`}
              onClick={() => put(addOns.toSpliced(place, 1))}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </Button>
          </div>
        )
      })}
      {all.length >= maxAddOns ? (
        <p className="text-sm text-muted">Caben {maxAddOns} opciones y complementos.</p>
      ) : (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          onClick={() => put([...addOns, { id: 0, name: '', priceCents: 0, minutes: 0 }])}
        >
          <Plus aria-hidden className="size-4.5" />
          Agregar un complemento
        </Button>
      )}
    </fieldset>
  )
}
