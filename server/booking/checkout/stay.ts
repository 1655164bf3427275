/**
 * Hours at a space without a client, before they are taken: who may rent them, what they cost, and whether they are free. Used by the page
 * of a space and again by the hold. Stores nothing.
 */
import { clockText } from '#contract/platform/clock-text.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { explainRent, lengthText } from '#contract/pricing/rent-explained.ts'
import { reckon, type AgreedRent, type Stay } from '#contract/pricing/rent.ts'
import type { RentChoice } from '#contract/booking/rent/reservation.ts'
import type { quoteSpace, SpaceQuote } from '#contract/pricing/space-pricing.ts'
import { RentPolicy } from '#contract/space/space.ts'
import { rentableNear, spaceProblem } from '#server/availability/slots/space-time.ts'
import { openDuring, stretches } from '#server/availability/hours/hours.ts'
import { covers, cursor } from '#server/availability/zone/intervals.ts'
import { dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { roomFor } from '#server/hiring/fit/fit.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { rentSteps } from '#server/pricing/rent-cancellation.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { rentTerms } from '#server/pricing/terms.ts'

/** For any viewer; a professional with an agreement sees its price. Refuses not_found, invalid_input. */
export const quoteOf = async (
  work: Work,
  { params, body }: Input<typeof quoteSpace>,
): Promise<z.input<typeof SpaceQuote>> => {
  const space = await findPriced(work, params.id)
  const stay = stayOf(work, space, body)
  const prices = readyPrices(space)
  const explained = explainRent(prices, stay)
  const { cleaningCents } = reckon(prices, stay)
  const startsAt = new Date(stay.startsAt)
  const { professionalId } = work.viewer
  const minutes = explained.chargedMinutes
  const problem =
    stay.startsAt <= work.now.getTime()
      ? 'too_soon'
      : await spaceProblem(work, params.id, { startsAt, minutes, professionalId })
  const current = await mayRent(work, space, { startsAt, minutes })
  return {
    ...explained,
    problem:
      problem === null
        ? null
        : problem === 'under_block'
          ? `Aquí se renta desde ${lengthText(space.blockMinutes)} de una vez.`
          : troubles[problem],
    minimumMinutes: Math.max(space.minimumMinutes, space.blockMinutes),
    policy: rentSteps({
      terms: { rent: rentTerms(z.parse(RentPolicy, space.rentPolicy)) },
      // Cleaning is refunded when the professional did not come.
      rentCents: explained.totalCents - cleaningCents,
      startsAt,
    })
      .filter(({ until }) => until > work.now)
      .map((step) => ({ ...step, until: step.until.toISOString() })),
    packs: prices.rules?.packs ?? [],
    rent: {
      may: current.may,
      reason: current.reason,
      token:
        current.may === 'yes' && problem === null
          ? tokenOf(work, {
              spaceId: params.id,
              startsAt: stay.startsAt,
              minutes,
              totalCents: explained.totalCents,
            })
          : null,
    },
  }
}

/** A published space with what the prices of its hours need, including the viewer's agreement. Refuses not_found. */
export const findPriced = async (work: Work, spaceId: number): Promise<PricedSpace> => {
  const { rows } = await sql<PricedSpace>`
    select ${priced}, ${agreedRent(work, work.viewer.professionalId)} as agreement from spaces s
    where s.id = ${spaceId} and s.status = 'published'`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

export type PricedSpace = {
  spaceId: number
  zone: string
  baseCents: number
  version: number
  rules: unknown
  minimumMinutes: number
  blockMinutes: number
  roundingMinutes: number
  rentPolicy: string
  agreement: AgreedRent | null
}

/** Columns of `spaces s`. */
export const priced = sql`s.id as "spaceId", s.zone, s.price_per_hour_cents as "baseCents", s.price_version as version,
  s.price_rules as rules, s.minimum_minutes as "minimumMinutes", s.block_minutes as "blockMinutes", s.rounding_minutes as "roundingMinutes", s.rent_policy as "rentPolicy"`

const living = (work: Work) =>
  sql`a.status in ('active', 'expiring') and (a.valid_to is null or a.valid_to > ${work.now}::timestamptz)`

export const agreedRent = (work: Work, professionalId: number | null) => sql`
  (select json_build_object('hourlyCents', a.rate_per_hour_cents, 'shareBp', a.rent_share_bp,
    'minimumCents', a.rent_minimum_cents) from agreements a where a.space_id = s.id
    and a.professional_id = ${professionalId}::bigint and ${living(work)})`

/** By the clock of the place; an hour skipped that night counts as the one after. */
export const stayOf = (
  work: Work,
  space: PricedSpace,
  { date, startMinute, minutes }: { date: string; startMinute: number; minutes: number },
) => {
  const clock = clockText(startMinute)
  const { epochMilliseconds: startsAt } = Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(
    space.zone,
  )
  if (Math.abs(startsAt - work.now.getTime()) > 400 * 1440 * minuteMs)
    refuse('invalid_input', { fields: [{ field: 'date' }] })
  return stayAt(work, space, { startsAt, minutes })
}

/** A stay that begins at an instant, at its current price. */
export const stayAt = (
  work: Work,
  space: PricedSpace,
  { startsAt, minutes }: { startsAt: number; minutes: number },
): Stay => ({
  startsAt,
  minutes,
  zone: zoneTable(space.zone),
  leadMinutes: Math.max(0, (startsAt - work.now.getTime()) / minuteMs),
  agreement: space.agreement,
})

export type StayPermission = {
  may: SpaceQuote['rent']['may']
  reason: string | null
  /** The agreement it falls under; null where the space admits any professional who meets its requirements. */
  agreementId: number | null
  /** The agreement already includes these hours, so they are not rented. */
  isIncluded?: true
}

/**
 * Whether the actor may rent these hours: under an agreement that covers them, or where any professional who meets the requirements is
 * admitted.
 */
export const mayRent = async (
  work: Work,
  space: { spaceId: number; zone: string },
  stay: { startsAt: Date; minutes: number },
): Promise<StayPermission> => {
  const { professionalId, accountId, activeRole } = work.viewer
  const no = (may: StayPermission['may'], reason: string | null): StayPermission => ({
    may,
    reason,
    agreementId: null,
  })
  if (accountId === null) return no('visitor', null)
  if (professionalId === null || activeRole !== 'professional')
    return no('other_profile', 'Rentar horas es para profesionales: cambia a tu perfil profesional.')
  return permissionOf(work, professionalId, space, stay)
}

/** Whether a professional may rent here at all, at any hour; the obstacle, or null. */
export const mayComeIn = async (
  work: Work,
  professionalId: number,
  spaceId: number,
): Promise<string | null> => {
  const { room, fits, missing, agreement } = await roomFor(work, professionalId, spaceId)
  if (room === 'own') return 'Es tu propio espacio.'
  if (agreement?.isIncluded === true) return 'Tu convenio ya incluye tus horas aquí: no se rentan aparte.'
  if (agreement !== null)
    return agreement.status === 'active' || agreement.status === 'expiring'
      ? null
      : 'Tu convenio aquí está en pausa o espera un documento.'
  if (room !== 'instant') return 'Este espacio renta horas a profesionales con convenio.'
  return fits ? null : (missing ?? 'Todavía te falta algo de lo que pide este espacio.')
}

/** The same for a professional by their id. */
export const permissionOf = async (
  work: Work,
  professionalId: number,
  space: { spaceId: number; zone: string },
  { startsAt, minutes }: { startsAt: Date; minutes: number },
): Promise<StayPermission> => {
  const { room, fits, missing, agreement } = await roomFor(work, professionalId, space.spaceId)
  const no = (may: StayPermission['may'], reason: string): StayPermission => ({
    may,
    reason,
    agreementId: null,
  })
  if (room === 'own') return no('own', 'Es tu propio espacio.')
  const endsAt = new Date(startsAt.getTime() + minutes * minuteMs)
  if (agreement !== null) {
    if (agreement.status !== 'active' && agreement.status !== 'expiring')
      return no('no', 'Tu convenio aquí está en pausa o espera un documento.')
    const isValid =
      agreement.validFrom <= startsAt && (agreement.validTo === null || endsAt <= agreement.validTo)
    if (isValid && withinWindows(agreement.windows, space.zone, startsAt, endsAt)) {
      if (agreement.isIncluded)
        return {
          ...no('no', 'Tu convenio ya incluye estas horas: no se rentan aparte.'),
          isIncluded: true,
        }
      return { may: 'yes', reason: null, agreementId: agreement.id }
    }
    return no('no', 'Tu convenio no cubre esas horas.')
  }
  if (room !== 'instant') return no('apply', 'Este espacio renta horas a profesionales con convenio.')
  if (!fits) return no('no', missing ?? 'Todavía te falta algo de lo que pide este espacio.')
  return { may: 'yes', reason: null, agreementId: null }
}

const withinWindows = (windows: unknown, zone: string, startsAt: Date, endsAt: Date): boolean => {
  if (windows === null) return true
  const weekly = z.parse(z.array(WeeklyWindow), windows)
  const table = zoneTable(zone)
  const [from, to] = [startsAt.getTime(), endsAt.getTime()]
  const open = openDuring(
    stretches({ weekly, exceptions: [] }, table, dayAt(table, from) - 1, dayAt(table, to) + 1),
  )
  return covers(cursor(open), from, to)
}

/** The content of a quote's token: exactly what the viewer saw. */
const Shown = z.object({ spaceId: z.int(), startsAt: z.int(), minutes: z.int(), totalCents: z.int() })
export type Shown = z.output<typeof Shown>
const tokenKind = 'rent-quote'
/** The price shown is charged as long as its quote lasts (product.md §1.7). */
const tokenMinutes = 15

const tokenOf = (work: Work, shown: Shown): string =>
  work.tokens.sign(
    tokenKind,
    { ...shown, by: work.viewer.accountId },
    new Date(work.now.getTime() + tokenMinutes * minuteMs),
  )

/** Refuses slot_token_invalid when forged, too old, or issued to another user. */
export const openToken = (work: Work, token: string): Shown => {
  const opened = work.tokens.open(tokenKind, token, work.now)
  const shown = z.safeParse(Shown, opened)
  const by = z.safeParse(z.number(), opened?.['by'])
  return shown.success && by.success && isOwn(work.viewer.accountId, by.data)
    ? shown.data
    : refuse('slot_token_invalid')
}

/** The same hours at their current price. */
export const choiceOf = (
  work: Work,
  space: PricedSpace,
  { startsAt, minutes }: { startsAt: number; minutes: number },
): z.input<typeof RentChoice> => {
  const { totalCents } = explainRent(readyPrices(space), stayAt(work, space, { startsAt, minutes }))
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + minutes * minuteMs).toISOString(),
    totalCents,
    token: tokenOf(work, { spaceId: space.spaceId, startsAt, minutes, totalCents }),
  }
}

/** When the same hours are free, for the professional who came second. */
export const nearby = async (work: Work, space: PricedSpace, shown: Shown) => {
  const stay = {
    startsAt: new Date(shown.startsAt),
    minutes: shown.minutes,
    professionalId: work.viewer.professionalId,
  }
  const starts = await rentableNear(work, space.spaceId, stay, 3)
  return starts.map((startsAt) => choiceOf(work, space, { startsAt, minutes: shown.minutes }))
}

const troubles = {
  payout_missing: 'Este espacio todavía no puede recibir reservas. Vuelve a intentarlo pronto.',
  too_soon: 'Esa hora ya pasó, o el espacio pide reservar con más tiempo.',
  outside_space_hours: 'A esa hora el espacio está cerrado, o cierra antes de que termines.',
  unit_busy: 'Todas las unidades están ocupadas a esa hora.',
  professional_busy: 'Ya tienes algo en tu agenda a esa hora.',
} as const
