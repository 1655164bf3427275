/**
 * Rows for Google's Actions Center (appointments, by redirect): a business, the action of booking there, and its services. Names and
 * meanings are Google's (docs/platform/feeds.md). Pure.
 */
import { categories } from '#contract/professional/categories.ts'
import { listPriceOf, lowestOf } from '#contract/pricing/shown-price.ts'
import type { Attendance } from '#contract/storefront/storefront.ts'
import { addressOf } from '#server/storefront/storefront.ts'

/** Rounded to about a kilometre, as its public page shows it: the exact address is for confirmed bookings. */
export type Merchant = { id: number; name: string; latitude: number; longitude: number }

type Service = Pick<
  Attendance['services'][number],
  'id' | 'name' | 'description' | 'category' | 'durationMinutes' | 'priceCents' | 'addOns'
>

const locale = 'es-MX'
const localized = (value: string) => ({ value, localized_value: [{ locale, value }] })

const entityId = ({ id }: Pick<Merchant, 'id'>) => `b-${id}`

/**
 * Found by Google and booked through the marketplace: its source is `marketplace`, and no professional's own link. The rest is the channel
 * for the log; Google adds its own `rwg_token`.
 */
const bookingLink = (origin: string, query: Readonly<Record<string, string>>) =>
  `${origin}/booking?${new URLSearchParams({ ...query, utm_source: 'google', utm_medium: 'actions_center' }).toString()}`

export const entityOf = (origin: string, one: Merchant) => ({
  entity_id: entityId(one),
  name: one.name,
  url: origin + addressOf('b', one.id, one.name),
  location: { latitude: one.latitude, longitude: one.longitude },
})

export const actionOf = (origin: string, one: Pick<Merchant, 'id'>) => ({
  entity_id: entityId(one),
  link_id: `${entityId(one)}-booking`,
  url: bookingLink(origin, { business: String(one.id) }),
  actions: [{ appointment_info: {} }],
})

/** Services of one name are one service there, regardless of the professional: as `/booking` offers them. */
export const servicesOf = (origin: string, one: Pick<Merchant, 'id'>, services: readonly Service[]) =>
  [...Map.groupBy(services, ({ name }) => name.toLocaleLowerCase('es-MX')).values()].flatMap(
    (alike, index) => {
      const [first] = alike
      const price = lowestOf(alike.map((each) => listPriceOf(each)))
      if (first === undefined || price === null) return []
      const seconds = alike.map(({ durationMinutes }) => durationMinutes * 60)
      const description = first.description.trim()
      return [
        {
          merchant_id: entityId(one),
          service_id: `${entityId(one)}-s-${first.id}`,
          localized_service_name: localized(first.name),
          localized_service_category: localized(categories[first.category]),
          ...(description === '' ? {} : { localized_service_description: localized(description) }),
          service_price: {
            price_interpretation: price.isFrom ? 'INTERPRETATION_STARTS_AT' : 'INTERPRETATION_EXACT',
            // Millionths of a peso.
            min_price: { price_micros: price.cents * 10_000, currency_code: 'MXN' },
          },
          action_link: [
            { url: bookingLink(origin, { business: String(one.id), service: String(first.id) }) },
          ],
          service_duration: durationOf(Math.min(...seconds), Math.max(...seconds)),
          ranking_hint: { score: index + 1 },
        },
      ]
    },
  )

const durationOf = (least: number, most: number) =>
  least === most
    ? { duration_interpretation: 'INTERPRETATION_EXACT', min_duration_sec: least }
    : { duration_interpretation: 'INTERPRETATION_RANGE', min_duration_sec: least, max_duration_sec: most }
