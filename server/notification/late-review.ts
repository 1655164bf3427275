/** Reviews that Kalli promised within 48 hours and has not done: the person who waits is notified once, the reviewer every day. */
import { sql } from 'kysely'
import { documentLabel } from '#contract/hiring/document.ts'
import { reviewHours } from '#contract/platform/document.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { notifyHost } from '#server/notification/event/listing.ts'
import { notifyDocumentMoved } from '#server/notification/event/hiring.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** Beyond this many days the notice was sent already; none is repeated after a server that was down for weeks. */
const recentDays = 14

export const notifyLateReviews = async (work: Work) => {
  const listings = await lateListings(work)
  const waiting = await lateDocuments(work)
  const late = [
    ...listings.map(
      ({ dueAt, ...listing }) =>
        () =>
          notifyHost(work, listing, sorry(listing.name), `listing-late:${listing.id}:${dueAt.getTime()}`),
    ),
    ...waiting.map((document) => () => {
      const said = { ...sorry(documentLabel(document.kind)), dedupeKey: `document-late:${document.id}` }
      return notifyDocumentMoved(work, document, said)
    }),
  ]
  // The operator first, since they must also see a person who cannot be notified.
  if (late.length > 0) await remindOperator(work, listings.length, waiting.length)
  await runIsolated(work, late, (send) => send())
}

const sorry = (what: string) => ({
  title: `${what} sigue en revisión`,
  message: `Prometimos responderte en ${reviewHours} horas y nos tardamos más. No tienes que hacer nada: te avisamos en cuanto quede.`,
})

const lateListings = async (work: Work) => {
  const { rows } = await sql<{ id: number; name: string; account_id: number; dueAt: Date }>`
    select s.id, s.name, h.account_id, s.review_due_at as "dueAt"
    from spaces s join hosts h on h.id = s.host_id
    where s.status = 'in_review' and s.review_due_at between ${daysAgo(work)} and ${work.now}
    order by s.review_due_at`.execute(work.db)
  return rows
}

const lateDocuments = async (work: Work) => {
  const { rows } = await sql<{ id: string; kind: string; accountId: number }>`
    select d.id, d.kind, p.account_id as "accountId"
    from documents d join professionals p on p.id = d.owner_id
    where d.owner_kind = 'professional' and d.status in ('uploaded', 'in_review')
      and d.uploaded_at + ${reviewHours} * interval '1 hour' between ${daysAgo(work)} and ${work.now}
    order by d.uploaded_at`.execute(work.db)
  return rows
}

const daysAgo = ({ now }: Work) => new Date(now.getTime() - recentDays * dayMs)

/** Once a day, to the operator of this installation. */
const remindOperator = (work: Work, listings: number, waiting: number) =>
  sendMail(work, {
    to: work.config.contactMail,
    subject: 'Revisiones con más de 48 horas',
    dedupeKey: `late-reviews:${work.now.toISOString().slice(0, 10)}`,
    ...mailLayout({
      title: 'Hay quien espera más de lo prometido',
      paragraphs: ['Ya les pedimos paciencia. Entra a Administración y decide.'],
      facts: [
        ['Espacios', String(listings)],
        ['Documentos', String(waiting)],
      ],
      action: { label: 'Abrir Administración', address: `${work.config.publicUrl}/admin` },
    }),
  })
