/**
 * Each party gets its own text: no email or notice to a professional or a host addresses the client of a visit, and none to a client
 * addresses its professional. Checked over every message that a test file made (test-server.ts), so that each message × party is covered by
 * the test that makes it.
 */
import { type Kysely, sql } from 'kysely'
import { maxLinkLength } from '#server/messaging/short-link.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Party } from '#server/testing/messages.ts'

const toClient =
  /recibes todo de vuelta|recuperas todo(?! tu)|tu reserva|quien te atiende|(?<!renta.*)vuelven a tu tarjeta|No se te cobr[óa]|Cancelas antes del límite|para arrepentirte/i
const toServing = /tu cliente|tus clientes|próximo depósito|De la cuota recibes|te compensa con|por cobrar/i

/** Phrases that a message to this party never contains. */
export const foreign: Readonly<Record<Party, readonly RegExp[]>> = {
  client: [toServing, /el cliente (recibe|recupera|paga)/i],
  professional: [toClient],
  host: [toClient, /tu cliente|tu cita\b/i],
}

export type Said = { kind: string; party: Party; text: string }

/** Messages about visits, by the kind in their key. */
export const saidAbout = async (db: Kysely<DB>): Promise<Said[]> => {
  const { rows } = await sql<Said>`
    with said as (
      select dedupe_key, subject || e'\n' || body_text as text, to_address as address from mails
      union all
      select n.dedupe_key, n.title || e'\n' || n.message, a.email from notifications n join accounts a on a.id = n.account_id
    )
    select split_part(said.dedupe_key, ':', 1) as kind, said.text,
      case said.address when b.contact ->> 'email' then 'client' when pa.email then 'professional' else 'host' end as party
    from said
    join bookings b on b.kind = 'visit' and b.id::text =
      substring(said.dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
    join professionals p on p.id = b.professional_id join accounts pa on pa.id = p.account_id
    left join hosts h on h.id = b.host_id left join accounts ha on ha.id = h.account_id
    -- One person at both ends reads both.
    where said.address in (b.contact ->> 'email', pa.email, ha.email) and b.contact ->> 'email' not in (pa.email, coalesce(ha.email, ''))
      and pa.email is distinct from ha.email
    order by 1, 3`.execute(db)
  return rows
}

/** Links of text messages that are too long to be read on a telephone. */
export const longLinks = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ channel: string; body: string }>`
    select channel, body from text_messages where channel in ('sms', 'whatsapp')`.execute(db)
  return rows.flatMap(({ channel, body }) =>
    (body.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => link.length > maxLinkLength)
      .map((link) => `${channel}: ${link} has ${link.length} characters`),
  )
}

export const foreignSentences = (said: readonly Said[]): string[] =>
  said.flatMap(({ kind, party, text }) => {
    const words = foreign[party].flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
    return words.length === 0 ? [] : [`${kind} to the ${party} says "${words.join('", "')}": ${text}`]
  })
