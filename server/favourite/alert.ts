/**
 * "Avísame": one email to each subscriber, when a professional has a bookable hour, on a given day or any. Pauses, new hours, cancellations
 * and lapsed holds all have the same effect, so it is checked every few minutes with the search of the page, for professionals with
 * subscribers.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { askAlert, dropAlert, Favourites, Marks } from '#contract/favourite/favourite.ts'
import { ownId } from '#server/account/profile.ts'
import { nextStarts } from '#server/availability/slots/next.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { mailLayout, sendMailIfTaken } from '#server/platform/mail.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** As far as a professional's page looks ahead. */
const anyWithinDays = 14
/** As far ahead as services can be booked. */
const dayWithinDays = 90
/** After half a year without any free hour the subscriber has found another professional. */
const retentionDays = 180

type RequestParams = z.input<typeof Marks>['alerts']

/** The viewer's unanswered ones. */
export const request = async (work: Work): Promise<RequestParams> => {
  const { rows } = await sql<RequestParams[number]>`
    select professional_id as "professionalId", on_date::text as "onDate" from opening_alerts
    where account_id = ${ownId(work)} and notified_at is null order by id`.execute(work.db)
  return rows
}

/** The same with names, for a list. */
export const waiting = async (work: Work): Promise<z.input<typeof Favourites>['alerts']> => {
  const { rows } = await sql<z.input<typeof Favourites>['alerts'][number]>`
    select a.professional_id as "professionalId", a.on_date::text as "onDate",
      p.first_name || ' ' || p.last_name as name, '/p/' || p.id as address
    from opening_alerts a join professionals p on p.id = a.professional_id
    where a.account_id = ${ownId(work)} and a.notified_at is null and p.status <> 'draft'
    order by a.requested_at desc, a.id`.execute(work.db)
  return rows
}

/** Idempotent. Refuses `not_found`, `day_is_over`, `alerts_full`. */
export const ask = async (work: Work, { params, body }: Input<typeof askAlert>) => {
  const onDate = body.onDate ?? null
  const accountId = ownId(work)
  const professional = await work.db
    .selectFrom('professionals')
    .select(['id', 'zone'])
    .where('id', '=', params.id)
    .where('status', 'in', ['published', 'paused'])
    .executeTakeFirst()
  if (professional === undefined) return refuse('not_found')
  if (onDate !== null) {
    const ahead = daysUntil(work, professional.zone, onDate)
    if (ahead < 0 || ahead > dayWithinDays) refuse('day_is_over')
  }
  await sql`
    insert into opening_alerts (account_id, professional_id, on_date, requested_at)
    select ${accountId}, ${params.id}, ${onDate}::date, ${work.now}
    where not exists (select from opening_alerts where account_id = ${accountId} and professional_id = ${params.id}
      and on_date is not distinct from ${onDate}::date and notified_at is null)
    on conflict do nothing`
    .execute(work.db)
    .catch((error) => refuseOn(error, { opening_alerts_full: 'alerts_full' }))
}

/** No more emails. */
export const drop = async (work: Work, { params, query }: Input<typeof dropAlert>) => {
  await sql`
    delete from opening_alerts where account_id = ${ownId(work)} and professional_id = ${params.id}
      and on_date is not distinct from ${query.onDate ?? null}::date and notified_at is null`.execute(work.db)
}

type Waiting = {
  id: number
  onDate: string | null
  email: string
  clientName: string
  professionalId: number
  name: string
  zone: string
}

/** Checks each professional with subscribers once, the longest waiting first. */
export const mailOpenings = async (work: Work) => {
  const { rows } = await sql<Waiting>`
    select a.id, a.on_date::text as "onDate", account.email, account.first_name as "clientName",
      p.id as "professionalId", p.first_name || ' ' || p.last_name as name, p.zone
    from opening_alerts a
    join accounts account on account.id = a.account_id
    join professionals p on p.id = a.professional_id
    where a.notified_at is null and p.status = 'published' and account.erased_at is null
    order by p.id, a.id limit ${aRound}`.execute(work.db)
  const byProfessional = Map.groupBy(rows, ({ professionalId }) => professionalId)
  await runIsolated(work, [...byProfessional.values()], (alerts) => mailThoseOf(work, alerts))
}

const aRound = 2000

const mailThoseOf = async (work: Work, alerts: readonly Waiting[]) => {
  const [{ professionalId, zone } = { professionalId: 0, zone: 'America/Mexico_City' }] = alerts
  const days = Math.max(
    0,
    ...alerts.map(({ onDate }) => (onDate === null ? 0 : daysUntil(work, zone, onDate))),
  )
  const shown = Math.min(days, dayWithinDays) + 1
  const request = { zone, days: Math.max(anyWithinDays, shown), shown }
  const { next, week } = await nextStarts(work, professionalId, request)
  for (const alert of alerts) {
    const at = alert.onDate === null ? next : week.find(({ date }) => date === alert.onDate)?.first?.at
    if (at !== null && at !== undefined) await mail(work, alert, at)
  }
}

/** The email is sent once by its key, even after a crash before the mark. */
const mail = async (work: Work, alert: Waiting, at: Date) => {
  const when = new Intl.DateTimeFormat('es-MX', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: alert.zone,
  }).format(at)
  await sendMailIfTaken(work, {
    to: alert.email,
    subject: `${alert.name} ya tiene horario`,
    dedupeKey: `opening-alert:${alert.id}`,
    ...mailLayout({
      title: `Ya puedes reservar con ${alert.name}`,
      paragraphs: [
        `Hola, ${alert.clientName}:`,
        'Nos pediste avisarte en cuanto hubiera un horario. No lo apartamos: quien reserva primero se lo queda.',
      ],
      facts: [['Primer horario libre', when]],
      action: {
        label: 'Ver horarios',
        address: `${work.config.publicUrl}/booking?professional=${alert.professionalId}`,
      },
      note: 'Te escribimos una sola vez por cada aviso que pides.',
    }),
  })
  await work.db
    .updateTable('opening_alerts')
    .set({ notified_at: work.now })
    .where('id', '=', alert.id)
    .execute()
}

/** Alerts for past days, endless waits, and those notified long ago. */
export const forgetOld = (work: Work) =>
  sql`
    delete from opening_alerts
    where on_date < ${new Date(work.now.getTime() - 2 * dayMs)}::date
      or requested_at < ${new Date(work.now.getTime() - retentionDays * dayMs)}`.execute(work.db)

/** From today in that zone; negative: it is over. */
const daysUntil = (work: Work, zone: string, date: string) => {
  const today = Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  return today.until(Temporal.PlainDate.from(date)).days
}
