/**
 * Search in a list of bookings. It matches what the list shows to the viewer and nothing else: no note, no telephone that they may not see
 * yet, no arrival code but the client's own, and for a host no surname of a client. It only narrows the rows of one party, which list.ts
 * reads by the index of that party.
 */
import { type RawBuilder, sql } from 'kysely'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { digitsOf, hasDigits, hasWords } from '#server/booking/columns/typed-search.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'

/** Every typed word occurs in a shown text, in any order and without accents; or the typed digits in a shown telephone or code. */
export const isFoundBy = (q: string, side: Side): RawBuilder<boolean> =>
  sql<boolean>`(${hasWords(sql`concat_ws(' ', ${sql.join(shownTo[side])})`, q)} or ${numbered(q, side)})`

const isCertain = sql`booking.status in (${statusList(certainStatuses)})`
const professional = [sql`professional.first_name`, sql`professional.last_name`]
const firstName = sql`booking.contact ->> 'firstName'`
const place = [
  sql`business.name`,
  sql`space.name`,
  sql`unit.name`,
  sql`space.neighbourhood`,
  sql`space.city`,
  // "En línea" and "A domicilio", as a list says where there is no space name.
  sql`case when booking.visit_place = -1 then 'en linea' when booking.visit_place < -1 then 'a domicilio' end`,
]

const shownTo: Readonly<Record<Side, readonly RawBuilder<unknown>[]>> = {
  client: [...professional, sql`booking.service_name`, ...place, sql`home.neighbourhood`],
  professional: [
    firstName,
    sql`booking.contact ->> 'lastName'`,
    sql`booking.service_name`,
    ...place,
    sql`home.neighbourhood`,
    sql`case booking.kind when 'rent' then 'espacio rentado' end`,
  ],
  host: [
    ...professional,
    firstName,
    sql`booking.service_name`,
    ...place,
    sql`case booking.kind when 'rent' then 'renta directa' end`,
  ],
}

/** Fewer digits would match everyone. */
const minDigits = 4

/** A client has an arrival code; a professional the telephones of certain visits; a host neither. */
const numbered = (q: string, side: Side): RawBuilder<boolean> => {
  const digits = digitsOf(q, minDigits)
  if (side === 'host' || digits === undefined) return sql<boolean>`false`
  const has =
    side === 'client'
      ? sql`booking.arrival_code = ${digits}`
      : hasDigits(sql`booking.contact ->> 'phone'`, digits)
  return sql<boolean>`(${isCertain} and ${has})`
}
