import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as contract from '#contract/space/listing-steps.ts'
import { formatCents } from '#contract/platform/money.ts'
import { rentPolicies, type Space } from '#contract/space/space.ts'
import { call, reading } from '#web/api.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { useStep } from '#web/parts/space/use-step.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { GroupError } from '#web/ui/form-error.tsx'
import { NumberField, OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** A new space has no price yet. */
const orEmpty = (cents: number) => (cents === 0 ? Number.NaN : cents)

const from = (space: Space) => ({
  priceCents: orEmpty(space.pricePerHourCents),
  minimum: space.minimumMinutes,
  capCents: space.dayCapCents,
  packs: space.packs.map(({ hours, priceCents }) => ({ hours, priceCents: orEmpty(priceCents) })),
  policy: space.rentPolicy,
})

type Typed = ReturnType<typeof from>

type Rails = { lowCents: number; highCents: number }
/** A price outside the allowed range is not sent, as the server would refuse it during typing. An unchanged price may stay. */
const checkWithin = (rails: Rails | null, currentCents: number) => (typed: Typed) => {
  const { priceCents: price, capCents: cap, packs } = typed
  const isPrice = price >= 100 && price <= 50_000_00
  const isFar = isPrice && price !== currentCents && isBeyond(rails, price)
  const priceOk = isPrice && !isFar
  const capOk = cap === null || cap >= 100
  const packsOk =
    packs.every(
      ({ hours, priceCents }) => Number.isInteger(hours) && hours >= 2 && hours <= 200 && priceCents >= 100,
    ) && new Set(packs.map(({ hours }) => hours)).size === packs.length
  return {
    body: {
      pricePerHourCents: priceOk ? price : undefined,
      minimumMinutes: typed.minimum,
      dayCapCents: capOk ? cap : undefined,
      packs: packsOk ? packs : undefined,
      rentPolicy: typed.policy,
    },
    problems: {
      ...(isFar && rails !== null ? { price: farText(rails) } : {}),
      ...(isPrice ? {} : { price: 'Escribe un precio en pesos, como 120.' }),
      ...(capOk ? {} : { cap: 'Escribe un tope en pesos, como 700.' }),
      ...(packsOk ? {} : { packs: 'Cada paquete lleva sus horas (2 a 200, sin repetir) y su precio.' }),
    },
  }
}

const isBeyond = (rails: Rails | null, cents: number) =>
  rails !== null && (cents < rails.lowCents || cents > rails.highCents)

const farText = ({ lowCents, highCents }: Rails) =>
  `Queda lejos de lo que se cobra en tu zona: se admite de ${formatCents(lowCents)} a ${formatCents(highCents)} por hora.`

const policies = ['relaxed', 'normal', 'firm'] as const
const policyText = (policy: (typeof policies)[number]) =>
  rentPolicies[policy].steps
    .map(({ beforeMinutes, keepBp }) => {
      const share = keepBp === 0 ? 'Sin costo' : `${keepBp / 100} %`
      return beforeMinutes === 0 ? `después, ${share}` : `${share} hasta ${beforeMinutes / 60} h antes`
    })
    .join('; ')

export const StepPrice = ({ space }: { space: Space }) => {
  const { data: around } = useQuery({
    ...reading(contract.neighbourPrices, { params: { id: space.id } }),
    enabled: space.municipalityId > 0,
    // The space's address and type may have changed since.
    staleTime: 0,
  })
  const rails = around?.rails ?? null
  const step = useStep({
    space,
    from,
    check: checkWithin(rails, space.pricePerHourCents),
    send: (id, body) => call(contract.saveStep5, { params: { id }, body }),
  })
  const { typed, type } = step
  const problems: { price?: string; cap?: string; packs?: string } = step.problems
  const hourCents = typed.priceCents || 0
  return (
    <StepFrame
      space={space}
      step={5}
      of={step}
      title="Cuánto cuesta"
      text="El precio por hora de una unidad, con impuestos. Lo que ya se reservó conserva su precio."
    >
      <div className="flex flex-col gap-3">
        <NumberField
          kind="pesos"
          label="Precio por hora (pesos)"
          error={problems.price}
          name="price"
          from={100}
          to={50_000_00}
          value={typed.priceCents}
          onChange={(priceCents) => type({ priceCents })}
          className="max-w-72"
          inputClassName="font-display text-2xl font-semibold"
        />
        <ZonePrices isPlaced={space.municipalityId > 0} around={around} hourCents={hourCents} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Mínimo que se cobra" hint="Una cita más corta paga esto.">
          {(control) => (
            <Select
              {...control}
              value={typed.minimum}
              onChange={(event) => type({ minimum: Number(event.target.value) })}
            >
              {[0, 30, 60, 90, 120, 180, 240].map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 0 ? 'Sin mínimo' : minutes === 30 ? '30 min' : `${minutes / 60} h`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <OptionalNumberField
          kind="pesos"
          label="Tope por día (pesos)"
          error={problems.cap}
          hint={
            hourCents > 0
              ? `Por ejemplo ${formatCents(hourCents * 6)}: seis horas.`
              : 'Lo más que se paga en un día.'
          }
          name="cap"
          from={100}
          value={typed.capCents}
          onChange={(capCents) => type({ capCents })}
        />
      </div>
      <PackFields
        packs={typed.packs}
        hourCents={hourCents}
        problem={problems.packs}
        onChange={(packs) => type({ packs })}
      />
      <Choices
        legend="Si cancelan"
        columns="grid-cols-1"
        options={policies.map((value) => ({
          value,
          label: rentPolicies[value].label,
          text: policyText(value),
        }))}
        value={typed.policy}
        onChange={(policy) => type({ policy })}
      />
    </StepFrame>
  )
}

type Around = Reply<typeof contract.neighbourPrices>
const PackFields = ({
  packs,
  hourCents,
  problem,
  onChange,
}: {
  packs: Typed['packs']
  hourCents: number
  problem: string | undefined
  onChange: (packs: Typed['packs']) => void
}) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-1 text-[0.9375rem] font-semibold">Paquetes de horas</legend>
    {packs.map((pack, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- a row is its place
      <div key={place} className="flex flex-wrap items-end gap-3">
        <NumberField
          kind="whole"
          label="Horas"
          from={2}
          to={200}
          value={pack.hours}
          onChange={(hours) => onChange(packs.with(place, { ...pack, hours }))}
          className="w-24"
        />
        <NumberField
          kind="pesos"
          label="Precio (pesos)"
          from={100}
          value={pack.priceCents}
          onChange={(priceCents) => onChange(packs.with(place, { ...pack, priceCents }))}
          className="min-w-32 flex-1"
        />
        <IconButton
          label={`Quitar el paquete ${place + 1}`}
          onClick={() => onChange(packs.toSpliced(place, 1))}
          className="mb-0.5"
        >
          <Trash2 aria-hidden />
        </IconButton>
        <p className="w-full text-sm text-muted">{perHour(pack, hourCents)}</p>
      </div>
    ))}
    <GroupError text={problem} />
    <Button
      tone="secondary"
      size="small"
      className="self-start"
      disabled={packs.length >= 6}
      onClick={() => onChange([...packs, nextPack(packs, hourCents)])}
    >
      <Plus aria-hidden className="size-4.5" />
      Agregar un paquete
    </Button>
  </fieldset>
)

const nextPack = (packs: Typed['packs'], hourCents: number) => {
  const hours = [10, 20, 40, 5, 60, 80].find((one) => !packs.some((pack) => pack.hours === one)) ?? 10
  return {
    hours,
    priceCents: hourCents === 0 ? Number.NaN : Math.round((hourCents * hours * 0.9) / 100) * 100,
  }
}

const perHour = ({ hours, priceCents: cents }: { hours: number; priceCents: number }, hourCents: number) => {
  if (Number.isNaN(cents) || !(hours > 0)) return ''
  const each = Math.round(cents / hours)
  const saved = hourCents === 0 ? 0 : Math.round((1 - each / hourCents) * 100)
  return `${formatCents(each)} por hora${saved > 0 ? `, ${saved} % menos` : saved < 0 ? ', más caro que por hora' : ''}`
}

/** The prices in the area, and where this price lies among them. */
const ZonePrices = ({
  isPlaced,
  around,
  hourCents,
}: {
  isPlaced: boolean
  around: Around | undefined
  hourCents: number
}) => {
  if (!isPlaced)
    return <p className="text-sm text-muted">Di primero dónde está y te mostramos los precios de la zona.</p>
  if (around === undefined) return <p className="text-sm text-muted">Buscando precios de la zona…</p>
  const { range } = around
  if (range === null)
    return <p className="text-sm text-muted">Todavía hay pocos espacios como este cerca para comparar.</p>
  const where = isBeyond(around.rails, hourCents)
    ? ''
    : hourCents < range.lowCents
      ? ' El tuyo queda por debajo.'
      : hourCents > range.highCents
        ? ' El tuyo queda por encima.'
        : ' El tuyo queda en medio.'
  return (
    <p role="status" className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
      <span className="font-semibold">
        Zona: {formatCents(range.lowCents)}
        {range.highCents === range.lowCents ? '' : `–${formatCents(range.highCents)}`}/h
      </span>
      <span className="text-muted">
        {' '}
        · {range.count} espacios del mismo tipo a {range.radiusKm} km.
      </span>
      {hourCents === 0 ? null : where}
      {around.rails !== null && hourCents > 0 && isBeyond(around.rails, hourCents)
        ? ` ${farText(around.rails)}`
        : null}
    </p>
  )
}
