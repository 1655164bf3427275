import * as occupancyContract from '#contract/booking/agenda/occupancy.ts'
import { isDead, type Occupancy } from '#contract/booking/agenda/occupancy.ts'
import { Link } from '@tanstack/react-router'
import { type TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { formatCents } from '#contract/platform/money.ts'
import { quietCents, quietText, stretchesOf } from '#web/parts/pricing/quiet.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados', 'domingos']

/** The maximum of quiet hours in one line. */
const maxQuiet = 6

/** The hours that rarely sell, in words, with a link to set their price. */
export const QuietHours = ({
  spaces,
  occupancy,
}: {
  spaces: readonly TimelineSpace[]
  occupancy: Occupancy
}) => {
  const found = occupancy.spaces.flatMap((space) => {
    const price = spaces.find(({ id }) => id === space.spaceId)?.pricePerHourCents
    const stretches = stretchesOf(space.cells.filter(isDead))
    return stretches.length === 0 ? [] : [{ ...space, price, stretches }]
  })
  if (found.length === 0) return null
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl">Horas muertas</h2>
        <p className="text-muted">
          De las últimas cuatro semanas: abiertas, y con menos de{' '}
          {Math.round(occupancyContract.deadShare * 100)} % reservado.
        </p>
      </div>
      {found.map(({ spaceId, name, stretches, price }) => (
        <div key={spaceId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-64">
            <span className="font-semibold">{name}</span>:{' '}
            {stretches
              .slice(0, maxQuiet)
              .map(({ weekday, from, to }) => `${weekdayNames[weekday - 1]} ${from}–${to} h`)
              .join(', ')}
            {stretches.length > maxQuiet
              ? ` y ${stretches.length - maxQuiet} ${stretches.length - maxQuiet === 1 ? 'tramo' : 'tramos'} más`
              : ''}
            .
          </p>
          <Link
            {...paths.spacePricingRules({ space: spaceId, quiet: quietText(stretches) })}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            {price === undefined ? 'Cambiar precio' : `Publicar a ${formatCents(quietCents(price))}`}
          </Link>
        </div>
      ))}
    </Card>
  )
}
