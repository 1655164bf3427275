import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { categories } from '#contract/professional/categories.ts'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** By trade, each service with the professionals who give it. */
export const BusinessServices = ({ one, going }: { one: PublicBusiness; going: Going }) => {
  const trades = [...new Set(one.services.map(({ category }) => category))]
  return (
    <div className="flex flex-col gap-3">
      {trades.map((trade, place) => (
        <details
          key={trade}
          open={place === 0}
          className="overflow-hidden rounded-lg border border-line bg-surface"
        >
          <summary className="flex min-h-14 items-center px-5 font-semibold">
            {categories[trade]}
            <span className="ml-2 font-normal text-muted">
              {one.services.filter(({ category }) => category === trade).length}
            </span>
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {one.services
              .filter(({ category }) => category === trade)
              .map((service) => (
                <li
                  key={service.id}
                  className="relative flex items-center gap-x-3 px-5 py-2.5 sm:gap-x-6 sm:py-3.5"
                >
                  <div className="min-w-0 flex-1">
                    <h3 className="font-sans text-base font-semibold tracking-normal">{service.name}</h3>
                    <p className="text-[0.9375rem] text-muted">
                      {durationText(service.durationMinutes)} · {service.professionalName}
                    </p>
                  </div>
                  <span className="text-right text-muted">
                    <ListPrice
                      of={{ cents: service.priceCents, isFrom: service.from === true }}
                      className="font-semibold text-ink"
                    />
                  </span>
                  {/* On a phone the whole row is pressed. */}
                  <Link
                    {...paths.booking({
                      ...going,
                      professional: service.professionalId,
                      service: service.id,
                    })}
                    className={buttonClass(
                      { tone: 'secondary', size: 'small' },
                      'max-sm:static max-sm:border-0 max-sm:bg-transparent max-sm:px-0 max-sm:after:absolute max-sm:after:inset-0',
                    )}
                  >
                    <span className="max-sm:sr-only">
                      Ver horarios
                      <span className="sr-only">
                        {' '}
                        de {service.name} con {service.professionalName}
                      </span>
                    </span>
                    <ChevronRight aria-hidden className="size-5 text-muted sm:hidden" />
                  </Link>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
