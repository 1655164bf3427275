/**
 * Homes of clients, to which professionals come. The client who entered a home names it by a token; its number is a place like any
 * other for travel and bookings. Its address is visible to the client and to the professional of a confirmed visit
 * (booking/columns/place.ts).
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { addHome, Home } from '#contract/account/home.ts'
import { type Modality, online, placeNameOf, someHome } from '#contract/service/modality.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { nearest } from '#server/places/places.ts'

/** Long enough for a client to look for an hour; a booking retains its home beyond it. */
const tokenDays = 7
const maxOwn = 5

/** The same address entered again is another home: it costs a row for a week. */
export const add = async (
  work: Work,
  {
    body: { line, details, neighbourhood, latitude, longitude, ...said },
  }: Pick<Input<typeof addHome>, 'body'>,
): Promise<z.input<typeof Home>> => {
  const { id, city, state } = nearest(latitude, longitude)
  const isSaid = said.city !== '' && said.state !== ''
  const row = await work.db
    .insertInto('visit_places')
    .values({
      line,
      details,
      neighbourhood: neighbourhood === '' ? null : neighbourhood,
      municipality_id: id,
      city: isSaid ? said.city : city,
      state: isSaid ? said.state : state,
      latitude,
      longitude,
      created_at: work.now,
      account_id: work.viewer.accountId,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return present(work, row)
}

/** Homes of past or coming visits of a signed-in client; the last first, each address once. */
export const own = async (work: Work): Promise<z.input<typeof Home>[]> =>
  homesOf(work, work.viewer.clientId ?? 0)

const homesOf = async (work: Work, clientId: number, enteredBy?: number): Promise<z.input<typeof Home>[]> => {
  const rows = await work.db
    .selectFrom('visit_places')
    .select(columns)
    .distinctOn(['line', 'city'])
    .where('line', 'is not', null)
    .$if(enteredBy !== undefined, (query) => query.where('account_id', '=', enteredBy ?? 0))
    .where('place', 'in', (db) =>
      db
        .selectFrom('bookings')
        .select(sql<number>`visit_place`.as('place'))
        .where('client_id', '=', clientId)
        .where('visit_place', '<', someHome)
        .where('confirmed_at', 'is not', null),
    )
    .orderBy('line')
    .orderBy('city')
    .orderBy('place')
    .execute()
  return rows
    .toSorted((a, b) => a.place - b.place)
    .slice(0, maxOwn)
    .map((row) => present(work, row))
}

/** The same of this client, as far as the viewer entered the address: others they read only until the visit is closed. */
export const homesEntered = async (work: Work, clientId: number): Promise<z.input<typeof Home>[]> => {
  const { accountId } = work.viewer
  return accountId === null ? [] : homesOf(work, clientId, accountId)
}

const columns = ['place', 'line', 'details', 'neighbourhood', 'city', 'state'] as const

type Row = {
  place: number
  line: string | null
  details: string | null
  neighbourhood: string | null
  city: string | null
  state: string | null
}

const present = (work: Work, { place, line, details, neighbourhood, city, state }: Row) => ({
  token: tokenOf(work, place),
  line: line ?? '',
  details: details ?? '',
  area: [...new Set([neighbourhood, city, state].filter(Boolean))].join(', '),
})

/** A home's token, with which a client can request hours there. */
export const tokenOf = (work: Work, place: number) =>
  work.tokens.sign('home', { place }, new Date(work.now.getTime() + tokenDays * dayMs))

/** The number of a home. Refuses home_needed without a token, and for one that is forged or was deleted. */
export const placeOf = (work: Work, token: string | undefined): number => {
  const place = token === undefined ? null : work.tokens.open('home', token, work.now)?.['place']
  return typeof place === 'number' ? place : refuse('home_needed')
}

/** The requested place, if given: online, or at the home that a token names. */
export const placeRequested = (
  work: Work,
  { modality, home }: { modality?: Modality | undefined; home?: string | undefined },
) => (modality === 'online' ? online : modality === 'home' ? placeOf(work, home) : undefined)

/** How far it is from a professional's starting point. Refuses home_needed for a home that was erased. */
export const kmTo = async (work: Work, place: number, from: { latitude: number; longitude: number }) => {
  const { rows } = await sql<{ km: number | null }>`
    select search_km(${from.latitude}, ${from.longitude}, latitude, longitude) as km from visit_places
    where place = ${place}`.execute(work.db)
  return rows[0]?.km ?? refuse('home_needed')
}

/** For a number as in bookings.visit_place: the text shown in place of a space's name. */
export const nameOfPlace = (
  place: ReturnType<typeof sql>,
) => sql<string>`case when ${place} = ${sql.lit(online)} then ${sql.lit(placeNameOf(online))}
  when ${place} < 0 then ${sql.lit(placeNameOf(someHome))} else ${sql.lit(placeNameOf(null))} end`

/** Deletes a home without a confirmed visit or a waitlist entry once its token has expired. */
export const sweepHomes = async (work: Work): Promise<void> => {
  const before = new Date(work.now.getTime() - (tokenDays + 1) * dayMs)
  // An expired hold still refers to its home: the row stays for it, without the address.
  await sql`
    update visit_places set line = null, details = null, neighbourhood = null, account_id = null
    where place < -1 and created_at < ${before} and line is not null
      and not exists (select from bookings visit where visit.visit_place = visit_places.place
        and (visit.confirmed_at is not null or visit.status in ('held', 'awaiting_payment', 'requested')))
      and not exists (select from waitlist_entries entry where entry.visit_place = visit_places.place
        and entry.state in ('unconfirmed', 'active', 'offered', 'paused'))`.execute(work.db)
  await sql`
    delete from visit_places where place < -1 and created_at < ${before}
      and not exists (select from bookings visit where visit.visit_place = visit_places.place)
      and not exists (select from waitlist_entries entry where entry.visit_place = visit_places.place
        and entry.state in ('unconfirmed', 'active', 'offered', 'paused'))`.execute(work.db)
}

/** For clients who left: deletes what they typed and the exact position; the locality stays with the visit. */
export const forgetHomes = async (
  work: Work,
  { accountId, clientIds }: { accountId: number; clientIds: readonly number[] },
): Promise<void> => {
  await sql`
    update visit_places set line = null, details = null, neighbourhood = null, account_id = null,
      latitude = round(latitude::numeric, 1)::double precision, longitude = round(longitude::numeric, 1)::double precision
    where place < ${sql.lit(someHome)}
      and (account_id = ${accountId} or place in (select visit.visit_place from bookings visit where visit.client_id = any(${[...clientIds]}::bigint[])
        union all select entry.visit_place from waitlist_entries entry where entry.client_id = any(${[...clientIds]}::bigint[])))`.execute(
    work.db,
  )
}
