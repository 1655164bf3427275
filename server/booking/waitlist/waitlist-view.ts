/** Entries of the waitlist as their clients and their professional see them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/booking/waitlist/waitlist.ts'
import { DayPart, WaitlistEntryState } from '#contract/booking/waitlist/waitlist.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { Modality } from '#contract/service/setting.ts'
import { tokenOf } from '#server/booking/columns/link-row.ts'
import { personsOfWish, visitOf, wishName, type Row } from '#server/booking/waitlist/wish-row.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type View = z.input<typeof contract.WaitlistEntry>

/** Wishes of visitors: those of an account are its own. */
export const ofMailboxes = (emails: readonly string[]) =>
  sql`wish.person = any(${emails.map((email) => `email:${email}`)}::text[])`

type Shown = Row & {
  service: string
  professional_first: string
  professional_last: string
  space: string | null
  offer: string | null
  booking_id: string | null
  starts_at: Date | null
  ends_at: Date | null
  booking_zone: string | null
  booking_space: string | null
  booking_place: number | null
  home_line: string | null
  comes: number
  total_cents: number | null
  hold_expires_at: Date | null
}

const shownWishes = async (work: Work, which: ReturnType<typeof sql>): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`
    select wish.*, ${wishName} as service, professional.first_name as professional_first,
      professional.last_name as professional_last, space.name as space, offer.id as offer, booking.id as booking_id,
      booking.starts_at, booking.ends_at, booking.zone as booking_zone, ${spaceNamed('place')} as booking_space,
      booking.visit_place as booking_place, booking.total_cents, booking.hold_expires_at, home.line as home_line,
      ${personsOfWish} as comes
    from waitlist_wishes wish
    join professionals professional on professional.id = wish.professional_id
    left join spaces space on space.id = wish.space_id
    left join visit_places home on home.place = wish.visit_place
    left join waitlist_offers offer on offer.wish_id = wish.id and offer.state = 'open'
    left join bookings booking on booking.id = offer.booking_id and booking.hold_expires_at > ${work.now}
    left join spaces place on place.id = booking.space_id
    where ${which}
    order by offer.id is null, wish.asked_at, wish.id limit 100`.execute(work.db)
  return rows
}

export const readWish = async (work: Work, id: string): Promise<View> => {
  const [shown] = await shownWishes(work, sql`wish.id = ${id}::uuid`)
  return present(work, shown ?? refuse('not_found'))
}

export const ownWishes = (work: Work): Promise<View[]> =>
  wishesOf(work, sql`wish.client_id = ${work.who.clientId ?? 0}`)

/** For a visitor who has confirmed these mailboxes. */
export const wishesOfMailboxes = (work: Work, emails: readonly string[]): Promise<View[]> =>
  wishesOf(work, ofMailboxes(emails))

/** What lives, and what ended within the month. */
const wishesOf = async (work: Work, theirs: ReturnType<typeof sql>): Promise<View[]> => {
  const since = new Date(work.now.getTime() - 30 * dayMs)
  const shown = await shownWishes(
    work,
    sql`${theirs} and wish.state <> 'withdrawn' and (wish.ended_at is null or wish.ended_at > ${since})`,
  )
  return shown.map((wish) => present(work, wish))
}

/** Whether a visitor with this mailbox waits for anything. */
export const waitsByMailbox = async (work: Work, email: string): Promise<boolean> => {
  const { rows } = await sql`select from waitlist_wishes wish
    where ${ofMailboxes([email])} and wish.state in ('unconfirmed', 'active', 'offered', 'paused') limit 1`.execute(
    work.db,
  )
  return rows.length > 0
}

const wished = (wish: Shown) => ({
  state: z.parse(WaitlistEntryState, wish.state),
  from: wish.from_date,
  to: wish.to_date,
  parts: z.parse(z.array(DayPart), wish.parts),
  modality: z.parse(Modality, wish.modality),
  place: wish.space,
  askedAt: wish.asked_at.toISOString(),
})

const present = (work: Work, wish: Shown): View => ({
  id: wish.id,
  ...wished(wish),
  service: { id: wish.service_id, name: wish.service },
  ...visitOf(wish),
  home: wish.home_line,
  professional: {
    id: wish.professional_id,
    firstName: wish.professional_first,
    lastName: wish.professional_last,
  },
  passes: wish.passes,
  offer:
    wish.offer === null || wish.starts_at === null || wish.ends_at === null || wish.hold_expires_at === null
      ? null
      : {
          startsAt: wish.starts_at.toISOString(),
          endsAt: wish.ends_at.toISOString(),
          zone: wish.booking_zone ?? wish.zone,
          place: wish.booking_space ?? placeNameOf(wish.booking_place),
          totalCents: wish.total_cents ?? 0,
          expiresAt: wish.hold_expires_at.toISOString(),
          token: tokenOf(work, wish.offer),
        },
})

/** How many wait for what: no name leaves the server. */
export const waitingForMe = async (work: Work): Promise<Reply<typeof contract.professionalWaitlist>> => {
  const shown = await shownWishes(
    work,
    sql`wish.professional_id = ${work.who.professionalId ?? 0} and wish.state in ('active', 'offered', 'paused')`,
  )
  const counts = new Map<string, number>()
  for (const { service } of shown) counts.set(service, (counts.get(service) ?? 0) + 1)
  return {
    counts: [...counts]
      .map(([service, waiting]) => ({ service, waiting }))
      .toSorted((a, b) => b.waiting - a.waiting),
    wishes: shown.map((wish) => ({
      id: wish.id,
      ...wished(wish),
      service: wish.service,
      persons: wish.comes,
      offered:
        wish.starts_at === null || wish.hold_expires_at === null
          ? null
          : {
              startsAt: wish.starts_at.toISOString(),
              zone: wish.booking_zone ?? wish.zone,
              expiresAt: wish.hold_expires_at.toISOString(),
            },
    })),
  }
}
