import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import type { Presumed } from '#web/parts/search/presumed-city.ts'
import { classNames } from '#web/ui/class-names.ts'

/** More would push the first result off the first screen of a phone; the others are found by "Otra". */
const onPhone = 4

/** The choice of a city: one press, remembered by this browser. */
export default function WhichCity({
  presumed: { cities, city },
  search,
  onOther,
}: {
  presumed: Presumed
  search: SearchState
  /** Opens the field for another place. */
  onOther: () => void
}) {
  if (city === undefined) return null
  return (
    <section aria-labelledby="ciudad" className="mt-3 sm:mt-4">
      <h2 id="ciudad" className="font-sans text-base font-semibold tracking-normal">
        ¿En qué ciudad buscas?{' '}
        <span className="font-normal text-muted max-sm:sr-only">
          <span className="sr-only">Por ahora ves {city.city}. </span>
          Recordamos la que elijas.
        </span>
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2 py-1">
        {cities.map((one, place) => {
          const isChosen = one.city === city.city && one.state === city.state
          return (
            <li
              key={`${one.city}, ${one.state}`}
              className={place < onPhone || isChosen ? undefined : 'max-sm:hidden'}
            >
              <Link
                to="/search-results"
                search={{ ...search, ...one }}
                resetScroll={false}
                className={pillClass(isChosen)}
              >
                {one.city}
              </Link>
            </li>
          )
        })}
        <li>
          <button type="button" onClick={onOther} className={pillClass(false)}>
            <MapPin aria-hidden className="size-4.5" />
            Otra
          </button>
        </li>
      </ul>
    </section>
  )
}

const pillClass = (on: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 font-medium sm:px-4.5 whitespace-nowrap transition-colors',
    on
      ? 'border-jacaranda bg-jacaranda-soft text-jacaranda-deep'
      : 'border-edge/60 bg-surface hover:border-ink/70',
  )
