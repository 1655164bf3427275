import type { AgreementRent, PerUse } from '#contract/agreement.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** Where choosing begins; the hour costs what the space asks for it. */
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
      }
    : usualPerUse(kind, hourlyCents)

/** Two numbers that belong together have a row of their own. */
const whole = 'sm:col-span-2'
const pair = `grid grid-cols-2 gap-5 ${whole}`

/** How somebody pays for their place: by the hour, a share, a fixed rent, or a fixed one and one of the others (mixed). */
export const RentFields = ({
  rent,
  onChange,
  hourlyCents = 150_00,
}: {
  rent: AgreementRent
  onChange: (rent: AgreementRent) => void
  hourlyCents?: number | undefined
}) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field label="Cómo se paga" className={rent.kind === 'per_hour' ? undefined : whole}>
      {(control) => (
        <Select
          {...control}
          name="rentKind"
          value={rent.kind === 'fixed' && rent.perUse !== null ? 'mixed' : rent.kind}
          onChange={({ target }) => onChange(usualRent(target.value, hourlyCents))}
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

const Fixed = ({ rent, onChange }: { rent: FixedRent; onChange: (rent: FixedRent) => void }) => (
  <div className={pair}>
    <Field label="Renta fija, en pesos">
      {(control) => (
        <Input
          {...control}
          name="fixed"
          type="number"
          inputMode="decimal"
          min={1}
          max={500_000}
          step={1}
          required
          value={rent.amountCents / 100}
          onChange={({ target }) =>
            onChange({ ...rent, amountCents: Math.round(Number(target.value) * 100) })
          }
        />
      )}
    </Field>
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

/** The numbers of what each use pays. */
export const PerUseFields = ({ perUse, onChange }: { perUse: PerUse; onChange: (perUse: PerUse) => void }) =>
  perUse.kind === 'per_hour' ? (
    <Field label="Renta por hora, en pesos">
      {(control) => (
        <Input
          {...control}
          name="rate"
          type="number"
          inputMode="decimal"
          min={1}
          max={50_000}
          step={0.5}
          required
          value={perUse.ratePerHourCents / 100}
          onChange={({ target }) =>
            onChange({ kind: 'per_hour', ratePerHourCents: Math.round(Number(target.value) * 100) })
          }
        />
      )}
    </Field>
  ) : (
    <div className={pair}>
      <Field label="Parte, en %">
        {(control) => (
          <Input
            {...control}
            name="share"
            type="number"
            inputMode="decimal"
            min={1}
            max={90}
            step={1}
            required
            value={perUse.shareBp / 100}
            onChange={({ target }) =>
              onChange({ ...perUse, shareBp: Math.round(Number(target.value) * 100) })
            }
          />
        )}
      </Field>
      <Field label="Mínimo por cita, $">
        {(control) => (
          <Input
            {...control}
            name="least"
            type="number"
            inputMode="decimal"
            min={0}
            max={50_000}
            step={1}
            required
            value={perUse.minimumCents / 100}
            onChange={({ target }) =>
              onChange({ ...perUse, minimumCents: Math.round(Number(target.value) * 100) })
            }
          />
        )}
      </Field>
    </div>
  )
