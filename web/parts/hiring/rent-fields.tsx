import type { AgreementRent, PerUse } from '#contract/hiring/agreement-terms.ts'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** The default rent; the hourly price is the space's. */
export const usualPerUse = (kind: string, hourlyCents: number): PerUse =>
  kind === 'share'
    ? { kind: 'share', shareBp: 3000, minimumCents: 80_00 }
    : { kind: 'per_hour', ratePerHourCents: hourlyCents }

const usualRent = (kind: string, hourlyCents: number): AgreementRent =>
  kind === 'fixed' || kind === 'mixed'
    ? {
        kind: 'fixed',
        every: 'week',
        amountCents: 1_200_00,
        perUse: kind === 'mixed' ? { kind: 'share', shareBp: 1000, minimumCents: 0 } : null,
        unit: null,
      }
    : usualPerUse(kind, hourlyCents)

/** Two numbers that belong together share a row. */
const whole = 'sm:col-span-2'
const pair = `grid grid-cols-2 gap-5 ${whole}`

/** How a professional pays for their place: hourly, a share, a fixed rent, or fixed plus one of the others (mixed). */
export const RentFields = ({
  rent,
  onChange,
  hourlyCents = 150_00,
  units = [],
}: {
  rent: AgreementRent
  onChange: (rent: AgreementRent) => void
  hourlyCents?: number | undefined
  /** The units that a fixed rent may be for; without any it is chosen elsewhere, or later. */
  units?: readonly RentedUnit[] | undefined
}) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field label="Cómo se paga" className={rent.kind === 'per_hour' ? undefined : whole}>
      {(control) => (
        <Select
          {...control}
          name="rentKind"
          value={rent.kind === 'fixed' && rent.perUse !== null ? 'mixed' : rent.kind}
          onChange={({ target }) => onChange(keepingUnit(usualRent(target.value, hourlyCents), rent))}
        >
          <option value="per_hour">Por hora</option>
          <option value="share">Una parte de cada servicio</option>
          <option value="fixed">Renta fija</option>
          <option value="mixed">Mixta: fija y por uso</option>
        </Select>
      )}
    </Field>
    {rent.kind === 'fixed' ? (
      <Fixed rent={rent} onChange={onChange} />
    ) : (
      <PerUseFields perUse={rent} onChange={onChange} />
    )}
    {rent.kind !== 'fixed' || units.length === 0 ? null : (
      <UnitField rent={rent} onChange={onChange} units={units} />
    )}
    {rent.kind !== 'fixed' || rent.perUse === null ? null : (
      <>
        <Field label="Además, por uso" className={rent.perUse.kind === 'per_hour' ? undefined : whole}>
          {(control) => (
            <Select
              {...control}
              name="perUse"
              value={rent.perUse?.kind}
              onChange={({ target }) => onChange({ ...rent, perUse: usualPerUse(target.value, hourlyCents) })}
            >
              <option value="share">Una parte de cada servicio</option>
              <option value="per_hour">Por hora</option>
            </Select>
          )}
        </Field>
        <PerUseFields perUse={rent.perUse} onChange={(perUse) => onChange({ ...rent, perUse })} />
      </>
    )}
  </div>
)

type FixedRent = Extract<AgreementRent, { kind: 'fixed' }>

export type RentedUnit = { id: number; name: string; isFree?: boolean }

/** Switching between fixed and mixed keeps the chair. */
const keepingUnit = (next: AgreementRent, before: AgreementRent): AgreementRent =>
  next.kind === 'fixed' && before.kind === 'fixed' ? { ...next, unit: before.unit } : next

const UnitField = ({
  rent,
  onChange,
  units,
}: {
  rent: FixedRent
  onChange: (rent: FixedRent) => void
  units: readonly RentedUnit[]
}) => (
  <Field
    label="Su lugar"
    required={false}
    className={whole}
    hint="Con renta fija es de esa persona en sus horas, con o sin cita."
  >
    {(control) => (
      <Select
        {...control}
        name="unit"
        value={rent.unit?.id ?? ''}
        onChange={({ target }) => {
          const chosen = units.find(({ id }) => String(id) === target.value)
          onChange({ ...rent, unit: chosen === undefined ? null : { id: chosen.id, name: chosen.name } })
        }}
      >
        <option value="">Se elige después de aceptar</option>
        {units.map(({ id, name, isFree = true }) => (
          <option key={id} value={id} disabled={!isFree}>
            {name}
            {isFree ? '' : ' (ocupada en esas horas)'}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

const Fixed = ({ rent, onChange }: { rent: FixedRent; onChange: (rent: FixedRent) => void }) => (
  <div className={pair}>
    <NumberField
      kind="pesos"
      label="Renta fija, en pesos"
      name="fixed"
      from={100}
      to={500_000_00}
      value={rent.amountCents}
      onChange={(amountCents) => onChange({ ...rent, amountCents })}
    />
    <Field label="Cada">
      {(control) => (
        <Select
          {...control}
          name="every"
          value={rent.every}
          onChange={({ target }) => onChange({ ...rent, every: target.value === 'month' ? 'month' : 'week' })}
        >
          <option value="week">Semana</option>
          <option value="month">Mes</option>
        </Select>
      )}
    </Field>
  </div>
)

/** The amounts paid per use. */
export const PerUseFields = ({ perUse, onChange }: { perUse: PerUse; onChange: (perUse: PerUse) => void }) =>
  perUse.kind === 'per_hour' ? (
    <NumberField
      kind="pesos"
      label="Renta por hora, en pesos"
      name="rate"
      from={100}
      to={50_000_00}
      value={perUse.ratePerHourCents}
      onChange={(ratePerHourCents) => onChange({ kind: 'per_hour', ratePerHourCents })}
    />
  ) : (
    <div className={pair}>
      <NumberField
        kind="percent"
        label="Parte, en %"
        name="share"
        from={100}
        to={9000}
        value={perUse.shareBp}
        onChange={(shareBp) => onChange({ ...perUse, shareBp })}
      />
      <NumberField
        kind="pesos"
        label="Mínimo por cita, $"
        name="least"
        to={50_000_00}
        value={perUse.minimumCents}
        onChange={(minimumCents) => onChange({ ...perUse, minimumCents })}
      />
    </div>
  )
