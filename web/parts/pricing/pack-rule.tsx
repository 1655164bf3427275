import { Plus, Trash2 } from 'lucide-react'
import { packText } from '#contract/pricing/price-words.ts'
import type { HourPack } from '#contract/pricing/space-pricing.ts'
import { Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import { RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { BasedRuleProps } from '#web/parts/pricing/rule-props.ts'

export const PackRule = ({ rules, baseCents, onChange }: BasedRuleProps) => (
  <RuleCard
    title="Paquetes de horas"
    of={rules.packs}
    sentence={
      rules.packs.length === 0
        ? 'Sin paquetes.'
        : `${rules.packs.map(packText).join(' · ')}. Se venden en la página de tu espacio a quien puede rentarlo.`
    }
  >
    <Packs packs={rules.packs} baseCents={baseCents} onChange={(packs) => onChange({ packs })} />
  </RuleCard>
)

const Packs = ({
  packs,
  baseCents,
  onChange,
}: {
  packs: readonly HourPack[]
  baseCents: number
  onChange: (packs: HourPack[]) => void
}) => {
  const put = (place: number, pack: HourPack) =>
    onChange(packs.map((one, index) => (index === place ? pack : one)))
  const next = [10, 20, 40].find((hours) => !packs.some((pack) => pack.hours === hours))
  return (
    <>
      {packs.map((pack, place) => (
        <fieldset key={pack.id} className="flex flex-col gap-3 rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">
            Paquete {Number.isNaN(pack.hours) ? place + 1 : `de ${pack.hours} h`}
          </legend>
          <div className="grid gap-3 sm:grid-cols-3">
            <Whole
              label="Horas"
              value={pack.hours}
              from={2}
              to={200}
              onChange={(hours) => put(place, { ...pack, hours })}
            />
            <Pesos
              label="Precio"
              cents={pack.priceCents}
              least={100}
              onChange={(priceCents) => put(place, { ...pack, priceCents })}
            />
            <Whole
              label="Vigencia (días)"
              value={pack.validityDays}
              from={7}
              to={730}
              onChange={(validityDays) => put(place, { ...pack, validityDays })}
            />
          </div>
          <Checkbox
            label="Se puede ceder a otra persona"
            checked={pack.transferable}
            onChange={(event) => put(place, { ...pack, transferable: event.target.checked })}
          />
          <Button
            tone="quiet"
            size="small"
            className="self-start"
            onClick={() => onChange(packs.filter((_, index) => index !== place))}
          >
            <Trash2 aria-hidden className="size-4" /> Quitar el paquete{' '}
            {Number.isNaN(pack.hours) ? place + 1 : `de ${pack.hours} h`}
          </Button>
        </fieldset>
      ))}
      {packs.length < 6 ? (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          onClick={() => {
            const hours = next ?? 60
            const priceCents = Math.round((baseCents * hours * 9) / 1000) * 100
            onChange([
              ...packs,
              { id: crypto.randomUUID(), hours, priceCents, validityDays: 90, transferable: false },
            ])
          }}
        >
          <Plus aria-hidden className="size-4" /> Agregar paquete
        </Button>
      ) : null}
    </>
  )
}
