import { rateText } from '#contract/pricing/price-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { CalendarRate, SpacePricing } from '#contract/pricing/space-pricing.ts'
import { quietCents, quietRates, type Stretch } from '#web/parts/pricing/quiet.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The server's limit of rates per space. */
const maxRates = 30

/** Offers the hours that rarely sell as rates; a press adds them to the form and saves nothing. */
export const QuietOffer = ({
  stretches,
  pricing: { rails },
  baseCents,
  rates,
  onAdd,
  onClose,
}: {
  stretches: readonly Stretch[]
  pricing: SpacePricing
  baseCents: number
  rates: readonly CalendarRate[]
  onAdd: (rates: CalendarRate[]) => void
  onClose: () => void
}) => {
  const cents = Math.max(quietCents(baseCents), rails?.lowCents ?? 0)
  const offered = quietRates(stretches, cents, () => crypto.randomUUID())
  const blocked =
    cents >= baseCents
      ? 'Tu precio base ya es de los más bajos que se admiten en tu zona.'
      : rates.length + offered.length > maxRates
        ? `Un espacio puede tener hasta ${maxRates} tarifas.`
        : undefined
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h3 className="text-lg">Horas muertas a {formatCents(cents)}</h3>
        <p className="text-muted">
          Casi nadie las reserva a {formatCents(baseCents)}. Agrégalas con este precio, cámbialo si quieres y
          guarda.
        </p>
      </div>
      <ul className="flex flex-col gap-1.5">
        {offered.map((rate) => (
          <li key={rate.name} className="text-[0.9375rem]">
            {rateText(rate)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-start gap-3">
        <Button
          size="small"
          blocked={blocked}
          onClick={() => {
            onAdd(offered)
            onClose()
          }}
        >
          {offered.length === 1 ? 'Agregar esta tarifa' : 'Agregar estas tarifas'}
        </Button>
        <Button size="small" tone="quiet" onClick={onClose}>
          Ahora no
        </Button>
      </div>
    </Card>
  )
}
