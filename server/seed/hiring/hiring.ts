/** Applications of the demo data in every state, documents of the applicants, and pending decisions of the demo's people. */
import type pg from 'pg'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { ApplicationStatus } from '#contract/hiring/application-moves.ts'
import type { Config } from '#server/platform/config.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { fullProfessionals, fullSpaces } from '#server/seed/people/people.ts'

const professionalAccount = 2
const hostAccount = 3

type Plan = {
  status: ApplicationStatus
  /** Sent this many hours ago. */
  hours: number
  termsBy?: 'host'
  rate?: number
  message: string
  question?: string
  reason?: string
}

const toDemoHost: readonly Plan[] = [
  {
    status: 'sent',
    hours: 50,
    message: 'Busco silla fija de martes a viernes por la mañana. Traigo mi herramienta y a mis clientes.',
  },
  {
    status: 'countered',
    hours: 30,
    rate: 0.9,
    message: 'Trabajo por cita; me sirven las tardes entre semana.',
  },
  { status: 'sent', hours: 9, message: 'Vivo a diez minutos y quiero empezar dos días por semana.' },
  { status: 'in_review', hours: 20, message: 'Hago color y tratamientos; cuido mucho el lugar.' },
  {
    status: 'info_requested',
    hours: 26,
    message: 'Me gusta la luz del salón.',
    question: '¿Usas secadora propia o necesitas la nuestra?',
  },
  { status: 'declined', hours: 200, reason: 'hours', message: 'Solo puedo los domingos.' },
  { status: 'withdrawn', hours: 400, message: 'Me interesa la silla junto a la ventana.' },
  { status: 'expired', hours: 900, message: 'Hola, ¿hay lugar los sábados?' },
]

const ofDemoProfessional: readonly Plan[] = [
  {
    status: 'countered',
    termsBy: 'host',
    hours: 40,
    rate: 1.1,
    message: 'Hago balayage y corte; busco un lugar más cerca del metro.',
  },
  {
    status: 'info_requested',
    hours: 28,
    message: 'Necesito lavacabezas dos tardes por semana.',
    question: '¿Cuántos clientes atiendes en un día normal?',
  },
  { status: 'sent', hours: 14, message: 'Me encantó el espacio. Puedo empezar el lunes.' },
  { status: 'draft', hours: 3, message: '' },
  { status: 'declined', hours: 300, reason: 'no_place', message: 'Busco silla los viernes.' },
  { status: 'expired', hours: 1200, message: '¿Tienen lugar por las mañanas?' },
]

/** What A1 requires of applicants (product.md §4): a space that names no categories takes all. */
const theirWorkIsDone = `(s.categories = '{}' or p.categories && s.categories)`

type Pair = { professionalId: number; spaceId: number; hostId: number; rateCents: number }

export const writeHiring = async (client: pg.Client, now: number, config: Config) => {
  const { rows: toHost } = await client.query<Pair>(
    `select p.id::int as "professionalId", s.id::int as "spaceId", s.host_id::int as "hostId", s.price_per_hour_cents::int as "rateCents"
     from spaces s join hosts h on h.id = s.host_id and h.account_id = $1
     join lateral (select 1) one on s.id = (select min(own.id) from spaces own where own.host_id = h.id)
     join professionals p on p.account_id not in ($1, $2) and p.status = 'published'
       and ${theirWorkIsDone}
     where not exists (select from agreements a where a.professional_id = p.id and a.space_id = s.id)
     order by search_km(p.latitude, p.longitude, s.latitude, s.longitude), p.id limit $3`,
    [hostAccount, professionalAccount, toDemoHost.length],
  )
  const { rows: ofPro } = await client.query<Pair>(
    `select p.id::int as "professionalId", s.id::int as "spaceId", s.host_id::int as "hostId", s.price_per_hour_cents::int as "rateCents"
     from professionals p join spaces s on s.status = 'published' join hosts h on h.id = s.host_id
     where p.account_id = $1 and h.account_id not in ($1, $2) and ${theirWorkIsDone}
       and not exists (select from agreements a where a.professional_id = p.id and a.space_id = s.id)
     order by search_km(p.latitude, p.longitude, s.latitude, s.longitude), s.id limit $3`,
    [professionalAccount, hostAccount, ofDemoProfessional.length],
  )
  for (const [index, pair] of toHost.entries()) await write(client, now, pair, toDemoHost[index], index + 1)
  for (const [index, pair] of ofPro.entries())
    await write(client, now, pair, ofDemoProfessional[index], index + 1)
  await writeDemo(client, now)
  await writeDocuments(
    client,
    now,
    config,
    [...toHost, ...ofPro.slice(0, 1)].map(({ professionalId }) => professionalId),
  )
  await nearEnd(client, now)
}

const write = async (client: pg.Client, now: number, pair: Pair, plan: Plan | undefined, place: number) => {
  if (plan === undefined) return
  const at = (hours: number) => new Date(now - Math.max(0, hours) * hourMs)
  const isOpen = ['sent', 'in_review', 'info_requested', 'countered'].includes(plan.status)
  const isDraft = plan.status === 'draft'
  const base = z.parse(AgreementTerms, {
    rent: { kind: 'per_hour', ratePerHourCents: pair.rateCents },
    windows: [2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 600, toMinute: 900 })),
    quotaMinutesPerWeek: 720,
  })
  const terms =
    plan.rate === undefined
      ? base
      : z.parse(AgreementTerms, {
          ...base,
          rent: { kind: 'per_hour', ratePerHourCents: Math.round((pair.rateCents * plan.rate) / 500) * 500 },
          quotaMinutesPerWeek: 600,
        })
  const steps: [
    move: string,
    to: string,
    actor: string,
    hours: number,
    text: string,
    terms: object | null,
  ][] = []
  if (!isDraft) steps.push(['submit', 'sent', 'professional', plan.hours, '', null])
  if (plan.status === 'in_review') steps.push(['review', 'in_review', 'host', plan.hours - 4, '', null])
  if (plan.question !== undefined)
    steps.push(['request_info', 'info_requested', 'host', plan.hours - 6, plan.question, null])
  if (plan.status === 'countered') {
    const host = { ...base, rent: { kind: 'per_hour', ratePerHourCents: Math.round(pair.rateCents * 1.1) } }
    steps.push(['counter', 'countered', 'host', plan.hours - 5, '', plan.termsBy === 'host' ? terms : host])
    if (plan.termsBy !== 'host')
      steps.push([
        'counter',
        'countered',
        'professional',
        plan.hours - 8,
        'Con menos horas me queda bien.',
        terms,
      ])
  }
  if (plan.status === 'declined') steps.push(['decline', 'declined', 'host', plan.hours - 20, '', null])
  if (plan.status === 'withdrawn')
    steps.push(['withdraw', 'withdrawn', 'professional', plan.hours - 30, '', null])
  if (plan.status === 'expired') steps.push(['expire', 'expired', 'platform', plan.hours - 168, '', null])
  const last = steps.at(-1)?.[3] ?? plan.hours
  const sentAt = isDraft ? null : at(plan.hours)
  const countered = plan.status === 'countered'
  const { rows } = await client.query<{ id: number }>(
    `insert into applications (professional_id, space_id, host_id, status, version, message, expected_minutes, terms, terms_by,
       terms_before, open_place, counter_rounds, info_rounds, sent_at, respond_by, expires_at, paused_at, reminders,
       answered_at, decided_at, decline_reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 2, $18, $19, $20, $21) returning id`,
    [
      pair.professionalId,
      pair.spaceId,
      pair.hostId,
      plan.status,
      steps.length + 1,
      plan.message,
      600,
      JSON.stringify(terms),
      plan.termsBy ?? 'professional',
      countered ? JSON.stringify(base) : null,
      isOpen ? place : null,
      countered ? (plan.termsBy === 'host' ? 1 : 2) : 0,
      plan.question === undefined ? 0 : 1,
      sentAt,
      sentAt === null ? null : new Date((countered ? at(last) : sentAt).getTime() + 3 * dayMs),
      sentAt === null
        ? null
        : new Date(countered ? at(last).getTime() + 3 * dayMs : sentAt.getTime() + 7 * dayMs),
      plan.status === 'info_requested' ? at(last) : null,
      steps.some(([, , actor]) => actor === 'host')
        ? at(steps.find(([, , actor]) => actor === 'host')?.[3] ?? 0)
        : null,
      isOpen || isDraft ? null : at(last),
      plan.reason ?? null,
      at(plan.hours + 1),
    ],
  )
  const id = rows[0]?.id
  let from = 'draft'
  for (const [index, [move, to, actor, hours, text, offered]] of steps.entries()) {
    await client.query(
      `insert into application_moves (application_id, version, move, from_status, to_status, actor, text, terms, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        index + 2,
        move,
        from,
        to,
        actor,
        text,
        offered === null ? null : JSON.stringify(offered),
        at(hours),
      ],
    )
    from = to
  }
}

/** The answers of the demo data's hosts: every third professional once applied to one of the spaces near them. */
const writeDemo = (client: pg.Client, now: number) =>
  client.query(
    `insert into applications (professional_id, space_id, host_id, status, version, message, expected_minutes, terms,
       open_place, sent_at, respond_by, expires_at, answered_at, decided_at, decline_reason, created_at)
     select p.id, s.id, s.host_id, told.status, 3, 'Busco un lugar para mis clientes de la zona.', 480,
       jsonb_build_object('rent', jsonb_build_object('kind', 'per_hour', 'ratePerHourCents', s.price_per_hour_cents)),
       null, told.sent, told.sent + interval '72 hours', told.sent + interval '7 days',
       case when told.status = 'declined' then told.sent + interval '1 hour' * (2 + p.id % 40) end,
       told.sent + interval '2 days', case when told.status = 'declined' then 'filled' end, told.sent
     from professionals p
     join accounts a on a.id = p.account_id
     cross join lateral (
       select s.* from spaces s where s.id <= ${fullSpaces} and s.status = 'published' and s.host_id % 7 = p.id % 7 and ${theirWorkIsDone}
         and not exists (select from agreements g where g.professional_id = p.id and g.space_id = s.id)
         and not exists (select from applications o where o.professional_id = p.id and o.space_id = s.id)
         and not exists (select from hosts h where h.id = s.host_id and h.account_id = p.account_id)
       order by abs(s.latitude - p.latitude) + abs(s.longitude - p.longitude), s.id limit 1) s
     cross join lateral (select case when p.id % 4 = 0 then 'expired' when p.id % 4 = 1 then 'withdrawn' else 'declined' end as status,
       $1::timestamptz - interval '1 day' * (40 + p.id % 90) as sent) told
     where p.id <= ${fullProfessionals} and p.id % 3 = 0 and p.account_id <> $2`,
    [new Date(now), professionalAccount],
  )

/** Demo documents that wait for an administrator: by applicant, for how many hours. */
const waitingDocuments = [
  { place: 1, kind: 'license', number: '8123456', hours: 53 },
  { place: 3, kind: 'certificate', number: '', hours: 20 },
] as const

/** An identity document for applicants; the demo's professional has one that expires soon. */
const writeDocuments = async (
  client: pg.Client,
  now: number,
  config: Config,
  professionals: readonly number[],
) => {
  const { default: Pdf } = await import('pdfkit')
  const pdf = new Pdf({ size: 'A6', margin: 24 })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  pdf
    .fontSize(14)
    .text('Documento de muestra')
    .moveDown()
    .fontSize(9)
    .text('Hecho por Kalli para la demostración.')
  pdf.end()
  await done
  const bytes = Buffer.concat(parts)
  const dateIn = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10)
  for (const [index, owner] of [...new Set(professionals)].entries())
    for (const kind of index % 2 === 0 ? ['identity', 'certificate'] : ['identity']) {
      const days = kind === 'certificate' ? 12 : 500 + index
      const id = `00000000-0000-4000-8000-${String(owner * 10 + (kind === 'identity' ? 1 : 2)).padStart(12, '0')}`
      await filesOf(config).put(`documents/${id}`, bytes, 'application/pdf')
      await client.query(
        `insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, valid_to, uploaded_at, reviewed_at)
         values ($1, 'professional', $2, $3, $4, $5, 'application/pdf', $6, $7, $8, $8)`,
        [
          id,
          owner,
          kind,
          days < 30 ? 'expiring' : 'valid',
          `documents/${id}`,
          bytes.length,
          dateIn(days),
          new Date(now - 60 * dayMs),
        ],
      )
    }
  for (const { place, kind, number, hours } of waitingDocuments) {
    const owner = [...new Set(professionals)][place]
    if (owner === undefined) continue
    const id = `00000000-0000-4000-8000-${String(owner * 10 + 3).padStart(12, '0')}`
    await filesOf(config).put(`documents/${id}`, bytes, 'application/pdf')
    await client.query(
      `insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, number, uploaded_at)
       values ($1, 'professional', $2, $3, 'in_review', $4, 'application/pdf', $5, $6, $7)`,
      [id, owner, kind, `documents/${id}`, bytes.length, number, new Date(now - hours * hourMs)],
    )
  }
}

/** One of the demo host's agreements is about to end, and the professional asks to renew it. */
const nearEnd = (client: pg.Client, now: number) =>
  client.query(
    `update agreements set status = 'expiring', valid_to = $1, quota_minutes = 2400, version = version + 1,
       renewal = jsonb_build_object('by', 'professional', 'validTo', null, 'requestedAt', $2::text)
     where id = (select a.id from agreements a join spaces s on s.id = a.space_id join hosts h on h.id = s.host_id
       join professionals p on p.id = a.professional_id
       where h.account_id = $3 and p.account_id <> $4 and a.status = 'active' order by a.id limit 1)`,
    [new Date(now + 12 * dayMs), new Date(now - dayMs).toISOString(), hostAccount, professionalAccount],
  )
