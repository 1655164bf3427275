/** Notices of vacancies: a new one to its subscribers, and to its host its automatic moves. */
import { vacancyLimits } from '#contract/hiring/vacancy-moves.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AgreementTerms, rentText } from '#contract/hiring/agreement-terms.ts'
import { Category } from '#contract/professional/categories.ts'
import { notify } from '#server/notification/message/notify.ts'
import { maxNotified } from '#server/notification/message/rules.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: number
  status: string
  title: string
  category: string
  terms: unknown
  radiusKm: number
  hostAccount: number
  businessName: string
  latitude: number
  longitude: number
  /** The actor who ended it: a host knows their own moves. */
  actor: string | null
}

export const notifyVacancy = async (work: Work, fact: Payload<'vacancy.changed'>) => {
  const { rows } = await sql<Row>`
    select v.id, v.status, v.title, v.category, v.terms, v.radius_km as "radiusKm", h.account_id as "hostAccount",
      b.name as "businessName", s.latitude, s.longitude,
      (select m.actor from vacancy_moves m where m.vacancy_id = v.id and m.version = ${fact.version}) as actor
    from vacancies v join spaces s on s.id = v.space_id join businesses b on b.id = s.business_id
    join hosts h on h.id = v.host_id where v.id = ${fact.vacancyId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  if (fact.move === 'publish') return notifyThoseWhoWait(work, row)
  const notified = wordsOf(row, fact.move)
  if (notified === null) return
  await notify(work, 'application', [
    {
      ...notified,
      accountId: row.hostAccount,
      about: { kind: 'host_vacancy', id: String(row.id) },
      dedupeKey: `vacancy:${row.id}:${fact.version}:${fact.move}`,
    },
  ])
}

const wordsOf = ({ title, actor }: Row, move: string) => {
  switch (move) {
    case 'near_end':
      return {
        title: `«${title}» vence en ${vacancyLimits.renewDays} días`,
        message: 'Si todavía buscas a alguien, renuévala por 30 días más.',
      }
    case 'expire':
      return {
        title: `Venció tu vacante «${title}»`,
        message: 'Ya no recibe postulaciones. Las que llegaron siguen en pie; puedes renovarla con un toque.',
      }
    case 'fill':
      return actor === 'host'
        ? null
        : {
            title: `¡Se cubrió «${title}»!`,
            message: 'Ya tienes a todas las personas que buscabas. Avisamos a quienes esperaban respuesta.',
          }
    default:
      return null
  }
}

/** The nearest subscribers, up to a limit. */
const notifyThoseWhoWait = async (work: Work, row: Row) => {
  if (row.status !== 'published') return
  const { rows } = await sql<{ accountId: number; km: number }>`
    select near."accountId", near.km from (
      select p.account_id as "accountId", search_km(p.latitude, p.longitude, ${row.latitude}, ${row.longitude}) as km
      from vacancy_alerts w join professionals p on p.id = w.professional_id
      where ${row.category} = any(p.categories) and p.account_id <> ${row.hostAccount}) near
    where near.km <= ${row.radiusKm} order by near.km limit ${maxNotified}`.execute(work.db)
  const { rent } = z.parse(AgreementTerms, row.terms)
  const category = z.safeParse(Category, row.category)
  await notify(
    work,
    'space_match',
    rows.map(({ accountId, km }) => ({
      accountId,
      type: 'new_space_match',
      title: `Vacante nueva: ${row.title}`,
      message: `${row.businessName}, a ${km < 1 ? 'menos de 1' : km.toFixed(1)} km de ti. ${rentText(rent)}.`,
      matchingCategories: category.success ? [category.data] : [],
      about: { kind: 'vacancy', id: String(row.id) },
      dedupeKey: `vacancy-match:${row.id}`,
    })),
  )
}
