import {
  type CalendarLook,
  type Colouring,
  colourings,
  colourNames,
} from '#contract/booking/agenda/calendar-look.ts'
import { eachOnce, ownTone, type Toned, toneLook, toneOf } from '#web/parts/booking/calendar/tones.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const ways = ['kind', 'service', 'person'] as const

/** What colours the visits of a calendar, and the colour of each service or person; saved as it is chosen. */
export default function ColoursDialog({
  look,
  things,
  persons,
  onChoose,
  onClose,
}: {
  look: CalendarLook
  /** Services and persons with a colour of their own. */
  things: readonly Toned[]
  /** The word for persons on this side: "cliente", "profesional". */
  persons: string
  onChoose: (look: CalendarLook) => void
  onClose: () => void
}) {
  const shown = eachOnce(things.filter(({ of }) => of === look.by))
  const none = look.by === 'service' ? 'servicio' : persons
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Colores"
      description="Se guardan en tu cuenta y valen en todos tus dispositivos."
    >
      <div className="flex flex-col gap-5">
        <ChipChoice<Colouring>
          legend="Colorear por"
          name="coloured-by"
          value={look.by}
          onChange={(by) => onChoose({ ...look, by })}
          options={ways.map((value) => ({ value, label: colourings[value] }))}
        />
        {look.by === 'kind' ? (
          <p className="text-muted">Citas, rentas, bloqueos y lo demás se distinguen por lo que son.</p>
        ) : shown.length === 0 ? (
          <p className="text-muted">
            Cada {none} tendrá su color. Aquí podrás cambiarlo en cuanto haya citas en estos días.
          </p>
        ) : (
          <ul className="flex flex-col gap-3">
            {shown.map((thing) => (
              <li key={thing.id}>
                <ColourOf look={look} thing={thing} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const ColourOf = ({
  look,
  thing,
  onChoose,
}: {
  look: CalendarLook
  thing: Toned
  onChoose: (look: CalendarLook) => void
}) => {
  const { of, id, name } = thing
  const isThis = (one: { of: string; id: number }) => one.of === of && one.id === id
  const chosen = look.colours.find(isThis)?.colour
  const choose = (colour: number) =>
    onChoose({
      ...look,
      colours: [...look.colours.filter((one) => !isThis(one)), ...(colour === 0 ? [] : [{ of, id, colour }])],
    })
  return (
    <Field label={name}>
      {(control) => (
        <span className="flex items-center gap-3">
          <span
            aria-hidden
            className={classNames('size-8 shrink-0 rounded-sm', toneLook(toneOf(look, thing)))}
          />
          <Select
            {...control}
            className="min-w-0 flex-1"
            value={chosen ?? 0}
            onChange={({ target }) => choose(Number(target.value))}
          >
            <option value={0}>{`Automático (${colourNames[ownTone(id) - 1]})`}</option>
            {colourNames.map((colour, place) => (
              <option key={colour} value={place + 1}>
                {colour}
              </option>
            ))}
          </Select>
        </span>
      )}
    </Field>
  )
}
