import type { AgreementRent } from '#contract/hiring/agreement-terms.ts'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import type { Space } from '#contract/space/space.ts'
import { RentFields } from '#web/parts/hiring/rent-fields.tsx'
import { AnswerChoice } from '#web/parts/hiring/terms-fields.tsx'
import { Days } from '#web/parts/hiring/days.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

export type InvitationTarget = {
  professionalId: number
  name: string
  categories: readonly Category[]
  freeDays: readonly number[]
}

type Typed = {
  when: string
  from: string
  to: string
  months: string
  trial: string
  notice: string
  rent: AgreementRent
  autoAccept: boolean
  days: readonly number[]
  chosen: readonly Category[]
}

/** The terms of an invitation without a vacancy, as they are edited; stored in the tab under `draft`. */
export const useInvitationTerms = (
  space: Space | undefined,
  target: InvitationTarget | null,
  draft: string,
) => {
  const form = useForm<Typed>({
    initial: () => ({
      when: 'always',
      from: '09:00',
      to: '19:00',
      months: '',
      trial: '',
      notice: '7',
      rent: { kind: 'per_hour', ratePerHourCents: space?.pricePerHourCents ?? 150_00 },
      autoAccept: true,
      days: target?.freeDays ?? [1, 2, 3, 4, 5],
      chosen: target?.categories ?? [],
    }),
    draft,
  })
  const typed = form.values
  const { rent, days, chosen } = typed
  /** Categories that both the space and the invited professional have. */
  const listed = Object.keys(categories)
    .filter(isCategory)
    .filter(
      (category) =>
        (target === null || target.categories.includes(category)) &&
        (space === undefined || space.categories.length === 0 || space.categories.includes(category)),
    )
  const problem =
    typed.when === 'days' && (days.length === 0 || minuteIn(typed.from) >= minuteIn(typed.to))
      ? 'Elige al menos un día y una hora de cierre posterior a la de apertura.'
      : target !== null && listed.length === 0
        ? `En este espacio no se da nada de lo que ofrece ${target.name}.`
        : undefined
  const body = () => ({
    rent,
    autoAccept: typed.autoAccept,
    windows:
      typed.when === 'always'
        ? null
        : days.map((weekday) => ({
            weekday,
            fromMinute: minuteIn(typed.from),
            toMinute: minuteIn(typed.to),
          })),
    categories: chosen.filter((category) => listed.includes(category)),
    trial: typed.trial === '' ? null : { kind: 'days' as const, days: Number(typed.trial) },
    validTo: typed.months === '' ? null : monthsAhead(Number(typed.months)),
    noticeDays: Number(typed.notice),
  })
  /** Takes over the rent of the chosen space; undefined: a vacancy is chosen. */
  const followSpace = (next: Space | undefined) => {
    if (next !== undefined && rent.kind === 'per_hour')
      form.put({ rent: { kind: 'per_hour', ratePerHourCents: next.pricePerHourCents } })
    // A chair belongs to one space.
    if (rent.kind === 'fixed') form.put({ rent: { ...rent, unit: null } })
  }
  return { form, followSpace, listed, problem, body }
}

export type InvitationTerms = ReturnType<typeof useInvitationTerms>

export const InvitationTermsFields = ({
  terms,
  space,
}: {
  terms: InvitationTerms
  space: Space | undefined
}) => {
  const { rent } = terms.form.values
  return (
    <>
      <RentFields
        rent={rent}
        onChange={terms.form.pick('rent').onChange}
        hourlyCents={space?.pricePerHourCents}
        units={space?.units}
      />
      {rent.kind === 'fixed' ? (
        <p className="text-sm text-muted">
          Con renta fija será parte del equipo.
          {rent.unit === null ? ' Si no dices cuál es su lugar, te lo pedimos cuando acepte.' : ''}
        </p>
      ) : null}
      <HoursFields terms={terms} />
      <CategoryFields terms={terms} />
      <AnswerChoice
        autoAccept={terms.form.values.autoAccept}
        onChange={terms.form.pick('autoAccept').onChange}
      />
      <DurationFields terms={terms} />
    </>
  )
}

const HoursFields = ({ terms: { form } }: { terms: InvitationTerms }) => (
  <>
    <Field label="Horario">
      {(control) => (
        <Select {...control} name="when" {...form.text('when')}>
          <option value="always">Siempre que el espacio esté abierto</option>
          <option value="days">Solo algunos días y horas</option>
        </Select>
      )}
    </Field>
    {form.values.when === 'days' ? (
      <fieldset className="flex flex-col gap-3 rounded-md bg-sunk p-4">
        <legend className="sr-only">Días y horas</legend>
        <Days chosen={form.values.days} onChange={form.pick('days').onChange} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Desde">
            {(control) => <Input {...control} name="from" type="time" step={900} {...form.text('from')} />}
          </Field>
          <Field label="Hasta">
            {(control) => <Input {...control} name="to" type="time" step={900} {...form.text('to')} />}
          </Field>
        </div>
      </fieldset>
    ) : null}
  </>
)

const CategoryFields = ({ terms: { form, listed } }: { terms: InvitationTerms }) => (
  <fieldset>
    <legend className="text-[0.9375rem] font-semibold">Qué puede hacer ahí</legend>
    <p className="text-sm text-muted">Sin marcar ninguna: todo lo que ofrece.</p>
    <div className="grid grid-cols-2">
      {listed.map((category) => (
        <Checkbox
          key={category}
          label={categories[category]}
          checked={form.values.chosen.includes(category)}
          onChange={(event) =>
            form.change(({ chosen }) => ({
              chosen: event.target.checked ? [...chosen, category] : chosen.filter((one) => one !== category),
            }))
          }
        />
      ))}
    </div>
  </fieldset>
)

const DurationFields = ({ terms: { form } }: { terms: InvitationTerms }) => (
  <div className="grid gap-4 sm:grid-cols-3">
    <Field label="Duración">
      {(control) => (
        <Select {...control} name="months" {...form.text('months')}>
          <option value="">Sin término</option>
          <option value="3">3 meses</option>
          <option value="6">6 meses</option>
          <option value="12">1 año</option>
        </Select>
      )}
    </Field>
    <Field label="A prueba">
      {(control) => (
        <Select {...control} name="trial" {...form.text('trial')}>
          <option value="">No</option>
          <option value="15">15 días</option>
          <option value="30">30 días</option>
          <option value="60">60 días</option>
        </Select>
      )}
    </Field>
    <Field label="Aviso para terminar">
      {(control) => (
        <Select {...control} name="notice" {...form.text('notice')}>
          <option value="7">7 días</option>
          <option value="15">15 días</option>
          <option value="30">30 días</option>
        </Select>
      )}
    </Field>
  </div>
)

const minuteIn = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

const monthsAhead = (months: number) => {
  const at = new Date()
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}
