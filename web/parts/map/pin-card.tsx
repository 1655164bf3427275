import { X } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/platform/money.ts'
import { listPriceText } from '#contract/pricing/shown-price.ts'
import { markSize, markText } from '#web/parts/map/pins.ts'
import type { Cluster, Pin } from '#web/parts/map/pins.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rating } from '#web/ui/rating.tsx'

export const priceText = ({ priceCents, isFrom, type }: Pin) =>
  type === 'spaces' ? `${formatCents(priceCents)}/hora` : listPriceText({ cents: priceCents, isFrom })

/** A pin shows its price; a cluster shows its count. */
const PinMark = ({
  cluster: { pins, x, y },
  active,
  onPress,
  onPoint,
}: {
  cluster: Cluster
  active: boolean
  onPress: () => void
  onPoint: (id: number | undefined) => void
}) => {
  const [first] = pins
  if (first === undefined) return null
  const alone = pins.length === 1
  const point = () => onPoint(alone ? first.id : undefined)
  return (
    <button
      type="button"
      aria-label={
        alone
          ? `${first.name}, ${first.where}, ${priceText(first)}`
          : `${pins.length} resultados en ${first.where}`
      }
      onClick={onPress}
      onPointerEnter={point}
      onFocus={point}
      style={{ left: x, top: y, width: markSize(pins).width }}
      className={classNames(
        'figures absolute inline-flex h-9 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border text-sm font-semibold shadow-card transition-colors before:absolute before:-inset-1.5',
        active
          ? 'z-20 border-jacaranda bg-jacaranda text-on-jacaranda'
          : 'border-edge bg-surface text-ink hover:z-10 hover:border-ink',
      )}
    >
      {markText(pins)}
    </button>
  )
}

/** All visible pins as a list of buttons; the highlighted one and selected ones are on top. */
export const PinMarks = ({
  clusters,
  pointed,
  chosen,
  onPress,
  onPoint,
}: {
  clusters: readonly Cluster[]
  pointed: number | undefined
  chosen: readonly Pin[]
  onPress: (cluster: Cluster) => void
  onPoint: (id: number | undefined) => void
}) => (
  <ul aria-label="Resultados en el mapa">
    {clusters.map((cluster) => (
      <li key={cluster.pins.map(({ id }) => id).join(' ')}>
        <PinMark
          cluster={cluster}
          active={cluster.pins.some(({ id }) => id === pointed || chosen.some((one) => one.id === id))}
          onPress={() => onPress(cluster)}
          onPoint={onPoint}
        />
      </li>
    ))}
  </ul>
)

/** The results at the selected pin. */
export const PinCard = ({
  pins,
  above,
  onClose,
}: {
  pins: readonly Pin[]
  /** The height that the sheet covers below it, in pixels. */
  above: number
  onClose: () => void
}) =>
  pins.length === 0 ? null : (
    <section
      aria-label="En este punto"
      style={{ bottom: above + 28 }}
      className="absolute inset-x-3 z-30 flex max-h-[45%] animate-rise items-start gap-2 overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-high"
    >
      <ul role="status" className="flex min-w-0 flex-1 flex-col gap-2">
        {pins.map((pin) => (
          <li key={pin.id} className="flex items-center gap-3">
            {pin.photo === null ? null : (
              <img
                src={pin.photo}
                alt=""
                width={64}
                height={64}
                className="size-16 shrink-0 rounded-md bg-sunk object-cover"
              />
            )}
            <p className="min-w-0 flex-1">
              <Link
                {...(pin.type === 'spaces'
                  ? paths.space(pin.id, pin.going)
                  : paths.professional(pin.id, pin.going))}
                className="inline-flex min-h-8 items-center font-semibold underline-offset-4 hover:underline"
              >
                <span className="truncate">{pin.name}</span>
              </Link>
              <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
                <Rating value={pin.rating} />
                <span>{priceText(pin)}</span>
              </span>
            </p>
          </li>
        ))}
      </ul>
      <IconButton label="Quitar de la vista" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
