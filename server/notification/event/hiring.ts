/** Notices about applications, agreements and documents. */
import { EndReason, endReasons } from '#contract/hiring/decline-reason.ts'
import { agreementMoves } from '#contract/hiring/agreement-moves.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { documentLabel } from '#contract/hiring/document.ts'
import { licenceEndsVisitsHours, licensedCategories } from '#contract/service/service.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Notice } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: number
  spaceName: string
  businessName: string
  firstName: string
  professionalAccount: number
  hostAccount: number
  declineReason: string | null
  termsBy: string
  status: string
  vacancyTitle: string | null
}

type HiringNotice = { side: 'professional' | 'host'; title: string; message: string; isMatch?: true }

/** Once for each version; a move that was undone since is announced as it was. */
export const notifyApplication = async (
  work: Work,
  fact: { applicationId: number; version: number; move: string },
) => {
  const row = await applicationOf(work, fact.applicationId)
  if (row === undefined) return
  await notifySides(
    work,
    row,
    'application',
    textsOf(row, fact.move, await actorOf(work, fact)),
    `application:${row.id}:${fact.version}`,
  )
}

/** After a day and two days without an answer. */
export const remindOfApplication = async (
  work: Work,
  fact: { applicationId: number; reminder: number; version: number },
) => {
  const row = await applicationOf(work, fact.applicationId)
  if (row === undefined) return
  const left = fact.reminder === 1 ? 'Te quedan 48 horas' : 'Te quedan 24 horas'
  const notified: HiringNotice =
    row.status === 'countered' && row.termsBy === 'host'
      ? {
          side: 'professional',
          title: `${left} para responder`,
          message: `${row.businessName} espera tu respuesta a su contraoferta para ${row.spaceName}.`,
        }
      : {
          side: 'host',
          title: `${left} para responder`,
          message: `${row.firstName} espera tu respuesta para ${row.spaceName}.`,
        }
  await notifySides(
    work,
    row,
    'application',
    [notified],
    `application-waits:${row.id}:${fact.version}:${fact.reminder}`,
  )
}

const actorOf = async (
  work: Work,
  { applicationId, version }: { applicationId: number; version: number },
) => {
  const row = await work.db
    .selectFrom('application_moves')
    .select('actor')
    .where('application_id', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.actor ?? 'platform'
}

const textsOf = (row: Row, move: string, actor: string): HiringNotice[] => {
  const { spaceName, businessName, firstName } = row
  const toPro = (title: string, message: string): HiringNotice => ({ side: 'professional', title, message })
  const toHost = (title: string, message: string): HiringNotice => ({ side: 'host', title, message })
  switch (move) {
    case 'submit':
      return [
        {
          ...toHost(
            row.vacancyTitle === null
              ? `${firstName} quiere trabajar en ${spaceName}`
              : `${firstName} se postuló a «${row.vacancyTitle}»`,
            'Revisa su perfil, sus documentos y lo que propone. Tienes 72 horas para responder.',
          ),
          isMatch: true,
        },
      ]
    case 'review':
      return [
        toPro(
          `${businessName} está viendo tu postulación`,
          `Te avisamos en cuanto responda sobre ${spaceName}.`,
        ),
      ]
    case 'request_info':
      return [
        toPro(
          `${businessName} te pregunta algo`,
          `Responde para que siga tu postulación a ${spaceName}. El plazo está en pausa hasta 72 horas.`,
        ),
      ]
    case 'answer_info':
      return [
        toHost(`${firstName} respondió tu pregunta`, `Su postulación a ${spaceName} espera tu decisión.`),
      ]
    case 'resume':
      return [
        toHost(
          `${firstName} no respondió a tiempo`,
          `El plazo de su postulación a ${spaceName} corre de nuevo.`,
        ),
      ]
    case 'counter':
      return actor === 'host'
        ? [
            toPro(
              `${businessName} te propone otras condiciones`,
              `Compara lo que cambia en ${spaceName} y responde en 72 horas.`,
            ),
          ]
        : [
            toHost(
              `${firstName} propone otras condiciones`,
              `Compara lo que cambia en ${spaceName} y responde en 72 horas.`,
            ),
          ]
    case 'accept':
      return [toHost(`${firstName} aceptó tus condiciones`, `Ya tienen convenio en ${spaceName}.`)]
    case 'approve':
    case 'trial': {
      const onTrial = move === 'trial' ? ' Empiezas a prueba.' : ''
      const approved = toPro(
        `¡Aprobada! Ya puedes atender en ${spaceName}`,
        `Tus clientes pueden reservar ahí desde ahora.${onTrial}`,
      )
      return actor === 'platform'
        ? [
            approved,
            toHost(`${firstName} entró por tu regla automática`, `Ya tienen convenio en ${spaceName}.`),
          ]
        : [approved]
    }
    case 'decline': {
      const reason = z.safeParse(EndReason, row.declineReason)
      return [
        toPro(
          `${businessName} no puede recibirte por ahora`,
          `Motivo: ${reason.success ? endReasons[reason.data] : ''}. Hay más espacios cerca de ti.`,
        ),
      ]
    }
    case 'end_with_vacancy':
      return [
        row.declineReason === 'vacancy_filled'
          ? toPro(
              `La vacante «${row.vacancyTitle ?? spaceName}» ya se cubrió`,
              `${businessName} encontró a alguien. No es un no a tu trabajo: puedes postularte a otra hoy mismo.`,
            )
          : toPro(
              `La vacante «${row.vacancyTitle ?? spaceName}» se cerró`,
              `${businessName} ya no busca a nadie para ese lugar. Puedes postularte a otra hoy mismo.`,
            ),
      ]
    case 'withdraw':
      return row.status === 'withdrawn'
        ? [toHost(`${firstName} retiró su postulación`, `Ya no tienes que responder por ${spaceName}.`)]
        : []
    case 'expire':
      return [
        toPro(
          `Tu postulación a ${spaceName} venció`,
          'Nadie respondió a tiempo. Puedes postularte a otro espacio hoy mismo.',
        ),
        toHost(
          `Venció la postulación de ${firstName}`,
          `No hubo respuesta a tiempo en ${spaceName}; tu tasa de respuesta baja.`,
        ),
      ]
    default:
      return []
  }
}

const applicationOf = async (work: Work, id: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select a.id, place_name(b.name, s.name) as "spaceName", b.name as "businessName", p.first_name as "firstName", a.status,
      p.account_id as "professionalAccount", host.account_id as "hostAccount", a.decline_reason as "declineReason",
      a.terms_by as "termsBy", (select v.title from vacancies v where v.id = a.vacancy_id) as "vacancyTitle"
    from applications a join spaces s on s.id = a.space_id join businesses b on b.id = s.business_id
    join hosts host on host.id = a.host_id join professionals p on p.id = a.professional_id
    where a.id = ${id} and a.sent_at is not null`.execute(work.db)
  return rows[0]
}

type AgreementRow = Omit<Row, 'declineReason' | 'termsBy' | 'vacancyTitle'> & {
  missing: string[]
  noticeDays: number
}

export const notifyAgreement = async (
  work: Work,
  fact: { agreementId: number; version: number; move: string },
) => {
  if (!(fact.move in agreementMoves)) return
  const { rows } = await sql<AgreementRow & { actor: string }>`
    select a.id, place_name(b.name, s.name) as "spaceName", b.name as "businessName", p.first_name as "firstName", a.status,
      p.account_id as "professionalAccount", host.account_id as "hostAccount", a.missing_documents as missing,
      a.notice_days as "noticeDays", coalesce((select m.actor from agreement_moves m
        where m.agreement_id = a.id and m.version = ${fact.version}), 'platform') as actor
    from agreements a join spaces s on s.id = a.space_id join businesses b on b.id = s.business_id
    join hosts host on host.id = s.host_id join professionals p on p.id = a.professional_id
    where a.id = ${fact.agreementId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const texts = agreementTexts(row, fact.move)
  if (texts === null) return
  // The actor knows; automatic moves are notified to both.
  const notified = (['professional', 'host'] as const)
    .filter((side) => side !== row.actor)
    .map((side): HiringNotice => ({ side, ...texts(side === 'host' ? row.firstName : row.businessName) }))
  await notifySides(work, row, 'agreement', notified, `agreement:${row.id}:${fact.version}`)
}

const agreementTexts = (
  { spaceName, missing, noticeDays }: AgreementRow,
  move: string,
): ((other: string) => { title: string; message: string }) | null => {
  switch (move) {
    case 'pause':
      return (other) => ({
        title: `${other} puso en pausa el convenio`,
        message: `No hay citas nuevas en ${spaceName} hasta que lo reanude. Las confirmadas se respetan.`,
      })
    case 'resume':
      return (other) => ({
        title: `${other} reanudó el convenio`,
        message: `Ya se puede reservar otra vez en ${spaceName}.`,
      })
    case 'ask_renewal':
      return (other) => ({
        title: `${other} quiere renovar el convenio`,
        message: `Revisa hasta cuándo y acepta si te queda bien (${spaceName}).`,
      })
    case 'renew':
      return (other) => ({ title: `${other} aceptó renovar`, message: `El convenio en ${spaceName} sigue.` })
    case 'give_notice':
      return (other) => ({
        title: `${other} dio aviso de terminación`,
        message: `El convenio en ${spaceName} termina en ${noticeDays} días. Las citas confirmadas se respetan.`,
      })
    case 'suspend':
      return () => ({
        title: `Convenio suspendido en ${spaceName}`,
        message: `Falta: ${missing.map(documentLabel).join(', ')}. Las citas confirmadas se respetan; las nuevas esperan.`,
      })
    case 'reinstate':
      return () => ({
        title: `El convenio en ${spaceName} está activo otra vez`,
        message: 'Los documentos están en orden y ya se puede reservar.',
      })
    case 'near_end':
      return () => ({
        title: `El convenio en ${spaceName} está por vencer`,
        message: 'Faltan 15 días o menos. Pide renovarlo para no perder horarios.',
      })
    case 'expire':
      return () => ({
        title: `El convenio en ${spaceName} venció`,
        message: 'Ya no hay horarios nuevos ahí. Las citas confirmadas se respetan.',
      })
    case 'end':
      return () => ({
        title: `El convenio en ${spaceName} terminó`,
        message: 'Gracias por avisar a tiempo. Las citas confirmadas se respetan.',
      })
    default:
      return null
  }
}

/** A document was accepted, refused, or is about to expire or has expired. */
export const notifyDocument = async (work: Work, documentId: string) => {
  const { rows } = await sql<{
    accountId: number
    kind: string
    status: string
    reason: string | null
    version: number
  }>`
    select p.account_id as "accountId", d.kind, d.status, d.rejected_reason as reason, d.version
    from documents d join professionals p on p.id = d.owner_id
    where d.id = ${documentId} and d.owner_kind = 'professional'`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const after = row.kind === 'license' ? await visitsAfter(work, documentId) : null
  const name = documentLabel(row.kind)
  const text = {
    valid: { title: `${name}: vigente`, message: 'La revisamos y ya cuenta para postularte.' },
    rejected: { title: `${name}: no pudimos aceptarla`, message: row.reason ?? 'Sube otra copia.' },
    expiring: {
      title: `${name}: está por vencer`,
      message: `Sube la nueva antes de esa fecha para que tus convenios no se detengan.${endsText(after)}`,
    },
    expired: {
      title: `${name}: venció`,
      message: `Los convenios que la piden están suspendidos hasta que subas una vigente.${endsText(after)}`,
    },
  }
  const notified = Object.entries(text).find(([status]) => status === row.status)?.[1]
  if (notified !== undefined)
    await notifyDocumentMoved(
      work,
      { ...row, id: documentId },
      { ...notified, dedupeKey: `document:${documentId}:${row.version}` },
    )
}

/** Agreed visits after its last day, of services that need it. */
const visitsAfter = async (work: Work, documentId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from documents d join professionals p on p.id = d.owner_id
    join bookings b on b.professional_id = p.id and b.kind = 'visit' and b.status in ('requested', 'confirmed') and b.starts_at > ${work.now}
      and (b.starts_at at time zone b.zone)::date > d.valid_to
    where d.id = ${documentId} and exists (select from services s where s.category = any (${[...licensedCategories]}::text[])
      and (s.id = b.service_id or s.id in (select segment.service_id from booking_segments segment where segment.booking_id = b.id)))`.execute(
    work.db,
  )
  return rows[0]?.n ?? 0
}

/** What an expiring cédula means for visits; null: it is another document. */
const endsText = (after: number | null) => {
  if (after === null) return ''
  const stops = ' Después de su último día no se reservan tus servicios de salud, nutrición o terapia.'
  if (after === 0) return stops
  const days = licenceEndsVisitsHours / 24
  const visits =
    after === 1
      ? `La cita que ya tienes para entonces se cancela sola ${days} días antes`
      : `Las ${after} citas que ya tienes para entonces se cancelan solas, cada una ${days} días antes`
  return `${stops} ${visits}, si no hay una vigente: el cliente no paga nada y la renta que toque corre por tu cuenta.`
}

export const notifyDocumentMoved = (
  work: Work,
  { id, accountId }: { id: string; accountId: number },
  notified: { title: string; message: string; dedupeKey: string },
) => notify(work, 'agreement', [{ ...notified, accountId, about: { kind: 'my_documents', id } }])

const notifySides = (
  work: Work,
  row: Pick<Row, 'id' | 'professionalAccount' | 'hostAccount'>,
  event: 'application' | 'agreement',
  notified: readonly HiringNotice[],
  dedupeKey: string,
) =>
  notify(
    work,
    event,
    notified.map(({ side, title, message, isMatch }): Notice => ({
      accountId: side === 'host' ? row.hostAccount : row.professionalAccount,
      type: isMatch ? 'new_professional_match' : 'other',
      title,
      message,
      about: { kind: `${side === 'host' ? 'host' : 'my'}_${event}`, id: String(row.id) },
      dedupeKey: `${dedupeKey}:${side}`,
    })),
  )
