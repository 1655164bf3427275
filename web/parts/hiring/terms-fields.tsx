import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { categories as names, type Category } from '#contract/professional/categories.ts'
import { RentFields, type RentedUnit } from '#web/parts/hiring/rent-fields.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { NumberField, OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const hours = Array.from({ length: 49 }, (_, index) => index * 30)
const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`

type Windows = NonNullable<AgreementTerms['windows']>

/** The negotiable terms: rent, hours, services, limit and end. */
export const TermsFields = ({
  terms,
  onChange,
  categories,
  spaceHours,
  hourlyCents,
  units,
  mayAsk = true,
}: {
  terms: AgreementTerms
  onChange: (terms: AgreementTerms) => void
  /** The categories to choose from. */
  categories: readonly Category[]
  /** The space's opening hours and hourly price: the default values. */
  spaceHours: Windows
  hourlyCents?: number | undefined
  /** For the host: the units that a fixed rent may be for. */
  units?: readonly RentedUnit[] | undefined
  /** Whether the host may confirm each visit. Applicants cannot propose it. */
  mayAsk?: boolean
}) => {
  const set = (change: Partial<AgreementTerms>) => onChange({ ...terms, ...change })
  return (
    <div className="flex flex-col gap-6">
      <RentFields
        rent={terms.rent}
        onChange={(rent) => set({ rent })}
        hourlyCents={hourlyCents}
        units={units}
      />
      <HoursChoice windows={terms.windows} onChange={(windows) => set({ windows })} spaceHours={spaceHours} />
      {categories.length < 2 ? null : (
        <fieldset>
          <legend className="mb-1 text-[0.9375rem] font-semibold">Servicios</legend>
          <div className="flex flex-wrap gap-x-6">
            {categories.map((one) => (
              <Checkbox
                key={one}
                label={names[one]}
                checked={terms.categories.length === 0 || terms.categories.includes(one)}
                onChange={({ target }) => {
                  const now = terms.categories.length === 0 ? [...categories] : terms.categories
                  const next = target.checked ? [...now, one] : now.filter((other) => other !== one)
                  if (next.length > 0) set({ categories: next.length === categories.length ? [] : next })
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      {mayAsk || !terms.autoAccept ? (
        <AnswerChoice autoAccept={terms.autoAccept} onChange={(autoAccept) => set({ autoAccept })} />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <OptionalNumberField
          kind="hours"
          label="Tope de horas por semana"
          hint="Vacío: sin límite."
          name="quota"
          from={30}
          to={168 * 60}
          value={terms.quotaMinutesPerWeek}
          onChange={(quotaMinutesPerWeek) => set({ quotaMinutesPerWeek })}
        />
        <Field label="Hasta" required={false} hint="Vacío: sin fecha de término.">
          {(control) => (
            <Input
              {...control}
              name="validTo"
              type="date"
              value={terms.validTo ?? ''}
              onChange={({ target }) => set({ validTo: target.value === '' ? null : target.value })}
            />
          )}
        </Field>
        <NumberField
          kind="whole"
          label="Aviso para terminar, en días"
          name="notice"
          from={1}
          to={60}
          value={terms.noticeDays}
          onChange={(noticeDays) => set({ noticeDays })}
        />
      </div>
    </div>
  )
}

/** Bookings are confirmed at once (the default), or by the host one by one. */
export const AnswerChoice = ({
  autoAccept,
  onChange,
}: {
  autoAccept: boolean
  onChange: (autoAccept: boolean) => void
}) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1 text-[0.9375rem] font-semibold">Citas</legend>
    <Radio
      name="autoAccept"
      label="Se confirman al momento"
      checked={autoAccept}
      onChange={() => onChange(true)}
    />
    <Radio
      name="autoAccept"
      label="El espacio responde cada una"
      checked={!autoAccept}
      onChange={() => onChange(false)}
    />
    {autoAccept ? null : (
      <p className="text-sm text-muted">
        El cliente espera como mucho 12 horas y mientras no se le cobra; nada se ofrece con menos de 2 horas.
        Las horas rentadas por adelantado no esperan.
      </p>
    )}
  </fieldset>
)

/** All opening hours, or certain hours of the week. */
export const HoursChoice = ({
  windows,
  onChange,
  spaceHours,
}: {
  windows: AgreementTerms['windows']
  onChange: (windows: AgreementTerms['windows']) => void
  spaceHours: Windows
}) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1 text-[0.9375rem] font-semibold">Días y horas</legend>
    <Radio
      name="windows"
      label="Todo el horario del espacio"
      checked={windows === null}
      onChange={() => onChange(null)}
    />
    <Radio
      name="windows"
      label="Elegir días y horas"
      checked={windows !== null}
      onChange={() => onChange([...beginning(spaceHours)])}
    />
    {windows === null ? null : <Week windows={windows} onChange={onChange} />}
  </fieldset>
)

/** One interval a day from the opening hours; without those, an ordinary week. */
const beginning = (spaceHours: Windows): Windows => {
  const first = weekdays.flatMap((_, index) => spaceHours.find(({ weekday }) => weekday === index + 1) ?? [])
  return first.length > 0
    ? first
    : [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1080 }))
}

const Week = ({ windows, onChange }: { windows: Windows; onChange: (windows: Windows) => void }) => (
  <div className="mt-1 flex flex-col divide-y divide-line rounded-md border border-line px-3">
    {weekdays.map((name, index) => {
      const weekday = index + 1
      const own = windows.find((one) => one.weekday === weekday)
      const put = (fromMinute: number, toMinute: number) =>
        onChange(
          [...windows.filter((one) => one.weekday !== weekday), { weekday, fromMinute, toMinute }].toSorted(
            (a, b) => a.weekday - b.weekday,
          ),
        )
      return (
        <div
          key={name}
          className="grid items-center gap-x-3 gap-y-1 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <Checkbox
            label={name}
            checked={own !== undefined}
            onChange={({ target }) => {
              if (target.checked) put(540, 1080)
              else if (windows.length > 1) onChange(windows.filter((one) => one.weekday !== weekday))
            }}
          />
          {own === undefined ? null : (
            <span className="flex items-center gap-2">
              <Select
                aria-label={`${name}, desde`}
                className="w-full"
                value={own.fromMinute}
                onChange={({ target }) => {
                  const from = Number(target.value)
                  put(from, Math.max(own.toMinute, from + 30))
                }}
              >
                {hours.slice(0, -1).map((minute) => (
                  <option key={minute} value={minute}>
                    {clock(minute)}
                  </option>
                ))}
              </Select>
              <span className="text-muted">a</span>
              <Select
                aria-label={`${name}, hasta`}
                className="w-full"
                value={own.toMinute}
                onChange={({ target }) => put(own.fromMinute, Number(target.value))}
              >
                {hours
                  .filter((minute) => minute > own.fromMinute)
                  .map((minute) => (
                    <option key={minute} value={minute}>
                      {clock(minute)}
                    </option>
                  ))}
              </Select>
            </span>
          )}
        </div>
      )
    })}
  </div>
)
