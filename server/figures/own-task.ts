/** Pending tasks of a professional, gathered from all modules. Each row leads to its screen. */
import { sql } from 'kysely'
import { type OwnTask, setupKinds } from '#contract/figures/own-figures.ts'
import { requestedOf } from '#server/booking/request/pending-requests.ts'
import { dayAndHour, dayAndMonth } from '#server/figures/day-words.ts'
import type { Work } from '#server/platform/work.ts'

/** How many are shown; a professional with more starts with the most urgent anyway. */
const most = 100

/** `zone`: of the professional, for texts that are read without a screen. */
type Zoned = OwnTask & { zone: string }
type Row = Omit<Zoned, 'deadline'> & { deadline: Date | null }

/** By deadline; tasks without one come last, and among them a new profile's missing steps, in the order of `setupKinds`. */
export const ownTasks = async (work: Work): Promise<Zoned[]> => {
  const me = sql`${work.viewer.professionalId ?? 0}::bigint`
  const { rows } = await sql<Row>`
    select task.*, own.zone from (
      select 'request' as kind, b.id::text as id,
        coalesce(b.contact ->> 'firstName', 'Alguien') || ' pide ' || b.service_name as text, b.respond_by as deadline
      from bookings b where b.professional_id = ${me} and b.status = 'requested'
        and b.professional_acceptance = 'pending' and b.respond_by > ${work.now}
        and not exists (select from change_proposals p where p.booking_id = b.id and p.state = 'open')
      union all
      select 'invitation', i.id::text, s.name || ' te invita a trabajar ahí', i.expires_at
      from invitations i join spaces s on s.id = i.space_id
      where i.professional_id = ${me} and i.status in ('sent', 'seen') and i.expires_at > ${work.now}
      union all
      select 'application', a.id::text,
        s.name || case a.status when 'countered' then ' te propone otras condiciones' else ' pide más datos de tu postulación' end,
        coalesce(a.respond_by, a.expires_at)
      from applications a join spaces s on s.id = a.space_id
      where a.professional_id = ${me} and a.expires_at > ${work.now}
        and (a.status = 'info_requested' or a.status = 'countered' and a.terms_by = 'host')
      union all
      select 'expiring', g.id::text, 'Tu convenio en ' || s.name || ' está por vencer', g.valid_to
      from agreements g join spaces s on s.id = g.space_id
      where g.professional_id = ${me} and g.status = 'expiring' and g.renewal is null and g.ending is null
      union all
      select 'paper', d.id::text,
        case d.kind when 'license' then 'Tu cédula' when 'identity' then 'Tu identificación' when 'insurance' then 'Tu seguro'
          when 'tax_status' then 'Tu constancia fiscal' else 'Tu certificado' end
          || case d.status when 'expired' then ' venció' when 'rejected' then ' fue rechazado' else ' está por vencer' end,
        (d.valid_to + 1)::timestamp at time zone p.zone
      from documents d join professionals p on p.id = d.owner_id
      where d.owner_kind = 'professional' and d.owner_id = ${me} and d.status in ('expiring', 'expired', 'rejected')
      union all
      select asked.kind, b.id::text,
        case asked.requested_by when 'host' then 'El espacio' else coalesce(b.contact ->> 'firstName', 'Tu cliente') end
        || case asked.kind when 'change' then ' propone otra hora' when 'rescue' then ' canceló y hay otro lugar'
          when 'absence' then ' dice que no llegaste' when 'dispute' then ' reportó un problema'
          else ' cobra tiempo extra' end
        || ' (' || ${dayAndHour(sql`(b.starts_at at time zone b.zone)`)} || ')', asked.deadline
      from (${requestedOf(work, work.viewer.professionalId ?? 0)}) asked join bookings b on b.id = asked.booking_id
      union all
      select 'hand_over', b.id::text, p.first_name || ' ' || p.last_name || ' te cede horas en ' || s.name, h.expires_at
      from hand_overs h join bookings b on b.id = h.booking_id join spaces s on s.id = b.space_id
        join professionals p on p.id = h.from_professional_id
      where h.to_professional_id = ${me} and h.status = 'offered' and h.expires_at > ${work.now}
      union all
      -- It took place and was not paid whole: it may be asked for as long as one likes.
      select 'rest', b.id::text, 'Falta cobrar ' || b.service_name || ' de ' || coalesce(b.contact ->> 'firstName', 'tu cliente')
        || ' (' || ${dayAndMonth(sql`(b.starts_at at time zone b.zone)`)} || ')', null
      from bookings b where b.professional_id = ${me} and b.balance_cents > 0 and b.completed_at is not null
      union all
      select 'service', 'none', 'Publica tu primer servicio para que te encuentren', null
      from professionals p where p.id = ${me}
        and not exists (select from services v where v.professional_id = p.id and v.visibility <> 'hidden')
      union all
      select 'hours', 'none', 'Di qué días y a qué horas atiendes: sin horario no hay qué reservar', null
      from professionals p where p.id = ${me}
        and not exists (select from schedules s where s.owner_kind = 'professional' and s.owner_id = p.id and s.weekly <> '[]')
      union all
      select 'space', 'none', 'Di dónde atiendes: en tu lugar, a domicilio, en línea o en un espacio', null
      from professionals p where p.id = ${me} and not p.has_own_place
        and not exists (select from agreements g where g.professional_id = p.id and g.status in ('active', 'expiring', 'paused', 'suspended'))
        and not exists (select from services v where v.professional_id = p.id and v.visibility <> 'hidden'
          and (v.online or v.home_radius_km is not null))
      union all
      select 'publish', 'none', 'Publica tu perfil: hoy solo tú lo ves', null
      from professionals p where p.id = ${me} and p.status = 'draft'
      union all
      select 'level', 'none', case a.verification_level
          when 0 then 'Confirma tu teléfono: te avisamos a tiempo y ganas la insignia verde'
          else 'Confirma tu correo: apareces como «Verificado» en la búsqueda' end, null
      from professionals p join accounts a on a.id = p.account_id where p.id = ${me} and a.verification_level < 2
      union all
      select 'photo', 'none', 'Sube tu foto: es lo primero que ve quien te busca', null
      from professionals p where p.id = ${me} and p.profile_image_url is null
      union all
      select 'bank', 'none', 'Di en qué cuenta quieres recibir tu dinero', null
      from professionals p where p.id = ${me}
        and not exists (select from payout_accounts b where b.party = 'professional' and b.party_id = p.id
          and (b.is_submitted or b.ready_at is not null))
    ) task join professionals own on own.id = ${me}
    order by deadline nulls last, array_position(${[...setupKinds]}::text[], kind) nulls first, kind, text limit ${most}`.execute(
    work.db,
  )
  return rows.map(({ deadline, ...row }) => ({ ...row, deadline: deadline?.toISOString() ?? null }))
}
