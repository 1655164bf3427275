/** Entries of the waitlist as their clients and their professional see them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/booking/waitlist/waitlist.ts'
import { DayPart, WaitlistEntryState } from '#contract/booking/waitlist/waitlist.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { Modality } from '#contract/service/setting.ts'
import { type GuestContact, personOf } from '#server/booking/contact/client.ts'
import { tokenOf } from '#server/booking/columns/link-row.ts'
import { personsOfEntry, visitOf, entryName, type Row } from '#server/booking/waitlist/entry-row.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type View = z.input<typeof contract.WaitlistEntry>

/** Entries of visitors; those of accounts are excluded. */
export const ofContacts = (contacts: readonly GuestContact[]) =>
  sql`entry.person = any(${contacts.map(personOf)}::text[])`

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

const shownEntries = async (work: Work, which: ReturnType<typeof sql>): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`
    select entry.*, ${entryName} as service, professional.first_name as professional_first,
      professional.last_name as professional_last, space.name as space, offer.id as offer, booking.id as booking_id,
      booking.starts_at, booking.ends_at, booking.zone as booking_zone, ${spaceNamed('place')} as booking_space,
      booking.visit_place as booking_place, booking.total_cents, booking.hold_expires_at, home.line as home_line,
      ${personsOfEntry} as comes
    from waitlist_entries entry
    join professionals professional on professional.id = entry.professional_id
    left join spaces space on space.id = entry.space_id
    left join visit_places home on home.place = entry.visit_place
    left join waitlist_offers offer on offer.entry_id = entry.id and offer.state = 'open'
    left join bookings booking on booking.id = offer.booking_id and booking.hold_expires_at > ${work.now}
    left join spaces place on place.id = booking.space_id
    where ${which}
    order by offer.id is null, entry.requested_at, entry.id limit 100`.execute(work.db)
  return rows
}

export const readEntry = async (work: Work, id: string): Promise<View> => {
  const [shown] = await shownEntries(work, sql`entry.id = ${id}::uuid`)
  return present(work, shown ?? refuse('not_found'))
}

export const ownWaitlist = (work: Work): Promise<View[]> =>
  entriesOf(work, sql`entry.client_id = ${work.viewer.clientId ?? 0}`)

/** For a visitor who has confirmed these contacts. */
export const entriesOfContacts = (work: Work, contacts: readonly GuestContact[]): Promise<View[]> =>
  entriesOf(work, ofContacts(contacts))

/** Active entries, and those that ended within the month. */
const entriesOf = async (work: Work, theirs: ReturnType<typeof sql>): Promise<View[]> => {
  const since = new Date(work.now.getTime() - 30 * dayMs)
  const shown = await shownEntries(
    work,
    sql`${theirs} and entry.state <> 'withdrawn' and (entry.ended_at is null or entry.ended_at > ${since})`,
  )
  return shown.map((entry) => present(work, entry))
}

/** Clients who wait for an hour of the professional; at most a hundred. */
export const waitingCount = async (work: Work, professionalId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from waitlist_entries
      where professional_id = ${professionalId} and state in ('active', 'offered', 'paused') limit 100) waiting`.execute(
    work.db,
  )
  return rows[0]?.count ?? 0
}

/** Whether a visitor with this mailbox or telephone waits for anything. */
export const isWaiting = async (work: Work, contact: GuestContact): Promise<boolean> => {
  const { rows } = await sql`select from waitlist_entries entry
    where ${ofContacts([contact])} and entry.state in ('unconfirmed', 'active', 'offered', 'paused') limit 1`.execute(
    work.db,
  )
  return rows.length > 0
}

const wished = (entry: Shown) => ({
  state: z.parse(WaitlistEntryState, entry.state),
  from: entry.from_date,
  to: entry.to_date,
  parts: z.parse(z.array(DayPart), entry.parts),
  modality: z.parse(Modality, entry.modality),
  place: entry.space,
  requestedAt: entry.requested_at.toISOString(),
})

const present = (work: Work, entry: Shown): View => ({
  id: entry.id,
  ...wished(entry),
  service: { id: entry.service_id, name: entry.service },
  ...visitOf(entry),
  home: entry.home_line,
  professional: {
    id: entry.professional_id,
    firstName: entry.professional_first,
    lastName: entry.professional_last,
  },
  passes: entry.passes,
  offer:
    entry.offer === null ||
    entry.starts_at === null ||
    entry.ends_at === null ||
    entry.hold_expires_at === null
      ? null
      : {
          startsAt: entry.starts_at.toISOString(),
          endsAt: entry.ends_at.toISOString(),
          zone: entry.booking_zone ?? entry.zone,
          place: entry.booking_space ?? placeNameOf(entry.booking_place),
          totalCents: entry.total_cents ?? 0,
          expiresAt: entry.hold_expires_at.toISOString(),
          token: tokenOf(work, entry.offer),
        },
})

/** The number of clients waiting for each visit, without names. */
export const waitingForMe = async (work: Work): Promise<Reply<typeof contract.professionalWaitlist>> => {
  const shown = await shownEntries(
    work,
    sql`entry.professional_id = ${work.viewer.professionalId ?? 0} and entry.state in ('active', 'offered', 'paused')`,
  )
  const counts = new Map<string, number>()
  for (const { service } of shown) counts.set(service, (counts.get(service) ?? 0) + 1)
  return {
    counts: [...counts]
      .map(([service, waiting]) => ({ service, waiting }))
      .toSorted((a, b) => b.waiting - a.waiting),
    entries: shown.map((entry) => ({
      id: entry.id,
      ...wished(entry),
      service: entry.service,
      persons: entry.comes,
      offered:
        entry.starts_at === null || entry.hold_expires_at === null
          ? null
          : {
              startsAt: entry.starts_at.toISOString(),
              zone: entry.booking_zone ?? entry.zone,
              expiresAt: entry.hold_expires_at.toISOString(),
            },
    })),
  }
}
