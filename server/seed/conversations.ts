/** Conversations of the demo accounts with the people around them; some messages are unread. */
import type pg from 'pg'
import { minuteMs } from '#contract/platform/duration.ts'
import { hideContact } from '#contract/conversation/outside-contact.ts'

const hour = 60
const day = 24 * hour

type Side = 'client' | 'professional' | 'host'
/** Author, text, and how many minutes ago. */
type Said = readonly [by: Side, text: string, minutesAgo: number]
type Draft = {
  about: { kind: 'booking' | 'application' | 'invitation'; id: string; professionalId: string | null }
  seats: readonly (readonly [Side, string | null])[]
  said: readonly Said[]
  /** The side that has not read the last ones, and how many. */
  unread?: { side: Side; count: number }
}

type Found = { id: string; professional_id: string; account: string | null; other: string }

export const writeConversations = async (client: pg.Client, now: Date) => {
  const drafts = [
    ...(await visits(client, now)),
    ...(await applications(client)),
    ...(await invitations(client)),
    ...(await rents(client, now)),
  ]
  for (const [place, draft] of drafts.entries()) await write(client, draft, place, now.getTime())
}

const words: readonly (readonly Said[])[] = [
  [
    ['client', 'Hola, ¿puedo llegar diez minutos antes? Salgo del trabajo cerca.', 9 * hour],
    ['professional', 'Claro, te espero con gusto. ¿Quieres que te prepare un café?', 8.6 * hour],
    ['client', '¡Sí, por favor! Y llevo una foto del tono que me gusta.', 8.5 * hour],
    ['professional', 'Perfecto. Si puedes, ven con el cabello seco y sin crema.', 35],
  ],
  [
    ['client', '¿El estacionamiento tiene costo?', 2.2 * day],
    ['professional', 'Hay parquímetro en la calle y una pensión en la esquina.', 2.1 * day],
    ['client', 'Muchas gracias, nos vemos.', 2 * day],
  ],
  [
    ['professional', 'Hola, vi que es tu primera visita. ¿Tienes alergia a algún tinte?', 1.4 * day],
    ['client', 'Ninguna que yo sepa. ¿Me harías la prueba antes?', 3 * hour],
    ['client', 'Y otra duda: ¿cuánto dura más o menos?', 2.9 * hour],
  ],
]

/** Visits of the demo's client and of the demo's stylist. */
const visits = async (client: pg.Client, now: Date): Promise<Draft[]> => {
  const { rows } = await client.query<Found>(
    `(select b.id, b.professional_id, c.account_id as account, p.account_id as other
      from bookings b join clients c on c.id = b.client_id join professionals p on p.id = b.professional_id
      where c.account_id = 1 and b.kind = 'visit' and b.status = 'confirmed' and b.starts_at > $1
      order by b.starts_at, b.id limit 1)
    union all
    (select b.id, b.professional_id, c.account_id, p.account_id
      from bookings b join clients c on c.id = b.client_id join professionals p on p.id = b.professional_id
      where p.account_id = 2 and c.account_id is distinct from 1 and b.kind = 'visit' and b.status = 'confirmed'
        and b.starts_at > $1 order by b.starts_at, b.id limit 2)`,
    [now],
  )
  return rows.map((row, place) => {
    const said = words[place] ?? []
    const last = said.at(-1)?.[0]
    return {
      about: { kind: 'booking', id: row.id, professionalId: row.professional_id },
      seats: [
        ['client', row.account],
        ['professional', row.other],
      ],
      said,
      ...(place === 0
        ? { unread: { side: 'client' as const, count: 1 } }
        : last === 'client' && place === 2
          ? { unread: { side: 'professional' as const, count: 2 } }
          : {}),
    }
  })
}

const applications = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<Found>(
    `(select a.id, a.professional_id, p.account_id as account, h.account_id as other
      from applications a join professionals p on p.id = a.professional_id join hosts h on h.id = a.host_id
      where p.account_id = 2 and a.open_place is not null and a.sent_at is not null order by a.id limit 1)
    union all
    (select a.id, a.professional_id, p.account_id, h.account_id
      from applications a join professionals p on p.id = a.professional_id join hosts h on h.id = a.host_id
      where h.account_id = 3 and p.account_id <> 2 and a.open_place is not null and a.sent_at is not null order by a.id limit 1)`,
  )
  return rows.map((row, place) => ({
    about: { kind: 'application', id: row.id, professionalId: null },
    seats: [
      ['professional', row.account],
      ['host', row.other],
    ],
    said: [
      [
        'professional',
        'Hola. Mándenme su horario al 55 4820 1733 y paso a conocer cuando les quede bien.',
        7 * hour,
      ],
      ['host', 'Con gusto. Abrimos de 9 a 20 h; el jueves por la tarde hay menos gente.', 5 * hour],
      ['professional', 'El jueves a las 17:00 llego. ¿Hay lavacabezas en cada silla?', 50],
    ],
    ...(place === 1 ? { unread: { side: 'host' as const, count: 1 } } : {}),
  }))
}

const invitations = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<Found>(
    `select i.id, i.professional_id, i.account_id as account, h.account_id as other
    from invitations i join hosts h on h.id = i.host_id
    where i.account_id = 2 and i.status = 'seen' order by i.id limit 1`,
  )
  return rows.map((row) => ({
    about: { kind: 'invitation', id: row.id, professionalId: null },
    seats: [
      ['professional', row.account],
      ['host', row.other],
    ],
    said: [
      ['host', 'Si quieres, ven a ver la silla antes de decidir. El portón suele estar abierto.', 1.5 * day],
      ['professional', 'Gracias, me doy una vuelta esta semana.', 1.3 * day],
      ['host', 'Avísanos el día y te recibe Marisol.', 90],
    ],
    unread: { side: 'professional', count: 1 },
  }))
}

const rents = async (client: pg.Client, now: Date): Promise<Draft[]> => {
  const { rows } = await client.query<Found>(
    `select b.id, b.professional_id, p.account_id as account, h.account_id as other
    from bookings b join professionals p on p.id = b.professional_id join hosts h on h.id = b.host_id
    where b.kind = 'rent' and b.status = 'confirmed' and b.starts_at > $1 and (p.account_id = 2 or h.account_id = 3)
    order by b.starts_at, b.id limit 1`,
    [now],
  )
  return rows.map((row) => ({
    about: { kind: 'booking', id: row.id, professionalId: row.professional_id },
    seats: [
      ['professional', row.account],
      ['host', row.other],
    ],
    said: [
      ['professional', '¿Puedo dejar mi maletín un rato antes?', 6 * hour],
      ['host', 'Sí, en la recepción te lo cuidan.', 5.5 * hour],
    ],
  }))
}

const idOf = (series: number, place: number) =>
  `00000000-0000-4000-8${String(series).padStart(3, '0')}-${String(place + 1).padStart(12, '0')}`

const write = async (
  client: pg.Client,
  { about, seats, said, unread }: Draft,
  place: number,
  now: number,
) => {
  const at = (minutesAgo: number) => new Date(now - minutesAgo * minuteMs)
  const [first, last] = [said[0], said.at(-1)]
  if (first === undefined || last === undefined) return
  const id = idOf(500, place)
  await client.query(
    `insert into conversations (id, kind, booking_id, application_id, invitation_id, professional_id, last_number, last_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      about.kind,
      about.kind === 'booking' ? about.id : null,
      about.kind === 'application' ? about.id : null,
      about.kind === 'invitation' ? about.id : null,
      about.professionalId,
      said.length,
      at(last[2]),
      at(first[2]),
    ],
  )
  for (const [side, account] of seats) {
    const waiting = unread?.side === side ? unread.count : 0
    const since = waiting === 0 ? null : at(said[said.length - waiting]?.[2] ?? last[2])
    await client.query(
      `insert into conversation_seats (conversation_id, side, account_id, read_number, unread, waits_since, notified_at, last_at)
      values ($1, $2, $3, $4, $5, $6, $6, $7)`,
      [id, side, account, said.length - waiting, waiting, since, at(last[2])],
    )
  }
  const account = new Map(seats)
  for (const [index, [side, text, minutesAgo]] of said.entries())
    await client.query(
      `insert into conversation_messages (id, conversation_id, number, side, account_id, text, hidden_text, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        idOf(600 + place, index),
        id,
        index + 1,
        side,
        account.get(side) ?? null,
        text,
        hideContact(text),
        at(minutesAgo),
      ],
    )
}
