import { useQuery } from '@tanstack/react-query'
import type { Hold } from '#contract/booking/hold.ts'
import { savedCompanions } from '#contract/account/companion.ts'
import { maxCompanions, maxFirstName } from '#contract/platform/persons.ts'
import { reading } from '#web/api.ts'
import type { Companions, Typed } from '#web/parts/booking/checkout/use-companions.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** First names of the companions, for the professionals who attend them. */
export default function CompanionFields({
  companions,
  people,
  signedIn,
}: {
  companions: Companions
  people: NonNullable<Hold['people']>
  signedIn: boolean
}) {
  const { draft, put, persons, typedOf, hasMinor, isAdult, sayAdult, lacksAdult } = companions
  const saved = useQuery({ ...reading(savedCompanions), enabled: signedIn })
  const known = saved.data ?? []
  const change = (person: number, typed: Partial<Typed>) =>
    put({ people: { ...draft.people, [person]: { ...typedOf(person), ...typed } } })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-display text-xl font-semibold">Quiénes vienen</legend>
      <p className="text-sm text-muted">
        Solo el nombre de pila. Lo ve quien los atiende; el espacio solo sabe cuántos son. Se borra un año
        después de la cita.
      </p>
      <Checkbox
        label="La primera persona no soy yo"
        checked={draft.isFirstOther}
        onChange={({ target }) => put({ isFirstOther: target.checked })}
      />
      {persons.map((person) => (
        <One
          key={person}
          person={person}
          services={people
            .filter((one) => one.person === person)
            .flatMap(({ services }) => services)
            .map(({ name }) => name)
            .join(' + ')}
          typed={typedOf(person)}
          problem={companions.problemOf(person)}
          // People already named are not offered again.
          offered={known.filter(({ firstName }) =>
            persons.every((other) => typedOf(other).firstName.trim() !== firstName),
          )}
          isKnown={known.some(({ firstName }) => firstName === typedOf(person).firstName.trim())}
          maySave={signedIn && known.length < maxCompanions}
          onChange={(typed) => change(person, typed)}
        />
      ))}
      {signedIn && known.length >= maxCompanions ? (
        <p className="text-sm text-muted">
          Ya guardaste a {maxCompanions} personas: borra a alguien en Configuración para guardar a otra.
        </p>
      ) : null}
      {hasMinor ? (
        <div className="rounded-md bg-sunk px-4 py-2">
          <Checkbox
            name="adult"
            label="Soy la persona adulta que los acompaña y estaré localizable durante la cita."
            checked={isAdult}
            aria-invalid={lacksAdult || undefined}
            onChange={({ target }) => sayAdult(target.checked)}
          />
          {lacksAdult ? (
            <p role="alert" className="pb-2 text-sm font-medium text-chile">
              Con menores de edad necesitamos que lo declares.
            </p>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  )
}

const One = ({
  person,
  services,
  typed,
  problem,
  offered,
  isKnown,
  maySave,
  onChange,
}: {
  person: number
  services: string
  typed: Typed
  problem: string | undefined
  offered: readonly { id: number; firstName: string; isMinor: boolean }[]
  isKnown: boolean
  maySave: boolean
  onChange: (typed: Partial<Typed>) => void
}) => (
  <div
    role="group"
    aria-label={`Persona ${person}: ${services}`}
    className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 gap-y-1"
  >
    <Field label={`Nombre de la persona ${person}`} error={problem}>
      {(control) => (
        <Input
          {...control}
          name={`companion-${person}`}
          value={typed.firstName}
          maxLength={maxFirstName}
          autoComplete="off"
          onChange={({ target }) => onChange({ firstName: target.value })}
        />
      )}
    </Field>
    {offered.length === 0 ? null : (
      <ul
        aria-label={`Tus acompañantes para la persona ${person}`}
        className="order-1 col-span-full flex flex-wrap gap-2"
      >
        {offered.map(({ id, firstName, isMinor }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChange({ firstName, isMinor, save: false })}
              className="inline-flex min-h-11 items-center rounded-full border border-edge px-4 font-medium hover:border-ink"
            >
              {firstName}
            </button>
          </li>
        ))}
      </ul>
    )}
    <Checkbox
      label="Menor de edad"
      checked={typed.isMinor}
      onChange={({ target }) => onChange({ isMinor: target.checked })}
    />
    {maySave && !isKnown && typed.firstName.trim() !== '' ? (
      <Checkbox
        className="col-span-full"
        label="Guardar para la próxima"
        checked={typed.save}
        onChange={({ target }) => onChange({ save: target.checked })}
      />
    ) : null}
  </div>
)
