/** Pending tasks of a host, gathered from all modules. Each row leads to its screen. */
import { sql } from 'kysely'
import type { Task } from '#contract/figures/figures.ts'
import { dayAndHour } from '#server/figures/day-words.ts'
import type { Work } from '#server/platform/work.ts'

/** How many are shown; a host with more starts with the most urgent anyway. */
const most = 100

/** `zone`: of its place, for texts that are read without a screen. */
type Zoned = Task & { zone: string }
type Row = Omit<Zoned, 'deadline'> & { deadline: Date | null }

/** By deadline; tasks without one come last. */
export const tasks = async (work: Work): Promise<Zoned[]> => {
  const host = sql`${work.viewer.hostId ?? 0}::bigint`
  const { rows } = await sql<Row>`
    select task.*, place.zone from (
      -- Whoever the clock waits for: the host, while an application is new, or after the professional's counter.
      select 'application' as kind, a.id::text as id, a.space_id as "spaceId",
        p.first_name || ' ' || p.last_name || ' quiere trabajar en ' || s.name as text,
        case when a.respond_by > ${work.now} then a.respond_by else a.expires_at end as deadline, null::text as date
      from applications a join spaces s on s.id = a.space_id join professionals p on p.id = a.professional_id
      where a.host_id = ${host} and a.expires_at > ${work.now}
        and (a.status in ('sent', 'in_review') or a.status = 'countered' and a.terms_by = 'professional')
      union all
      select 'question', i.id::text, i.space_id,
        coalesce(p.first_name || ' ' || p.last_name, i.email, 'Alguien') || ' pregunta por ' || s.name,
        coalesce(i.paused_until, i.expires_at), null
      from invitations i join spaces s on s.id = i.space_id left join professionals p on p.id = i.professional_id
      where i.host_id = ${host} and i.status in ('sent', 'seen')
        and exists (select from invitation_questions q where q.invitation_id = i.id and q.answer is null)
      union all
      select case when g.renewal is null then 'expiring' else 'renewal' end, g.id::text, g.space_id,
        case when g.renewal is null
          then 'El convenio de ' || p.first_name || ' ' || p.last_name || ' en ' || s.name || ' está por vencer'
          else p.first_name || ' ' || p.last_name || ' pide renovar su convenio en ' || s.name end,
        g.valid_to, null
      from spaces s join agreements g on g.space_id = s.id join professionals p on p.id = g.professional_id
      where s.host_id = ${host} and (g.renewal ->> 'by' = 'professional' and g.status in ('active', 'expiring', 'paused', 'suspended')
        or g.renewal is null and g.ending is null and g.status = 'expiring')
      union all
      select 'paper', s.id::text, s.id,
        case d.kind when 'right_to_list' then 'Derecho a rentar' when 'operating_notice' then 'Aviso de funcionamiento'
          when 'waste_disposal' then 'Manejo de residuos' else 'Seguro' end || ' de ' || s.name
          || case d.status when 'expired' then ': venció' when 'rejected' then ': rechazado' else ': por vencer' end,
        (d.valid_until + 1)::timestamp at time zone s.zone, null
      from spaces s join space_documents d on d.space_id = s.id
      where s.host_id = ${host} and s.status <> 'archived' and d.status in ('expiring', 'expired', 'rejected')
      union all
      select 'listing', s.id::text, s.id,
        coalesce(nullif(s.name, ''), 'Tu espacio nuevo')
          || case when s.review_note is null then ': falta terminar su anuncio' else ': falta corregir lo que pidió la revisión' end,
        null, null
      from spaces s where s.host_id = ${host} and s.status = 'draft'
      union all
      select 'rent_change', rent.id::text, rent.space_id,
        p.first_name || ' ' || p.last_name || ' pide otra hora para su renta en ' || s.name, proposal.expires_at,
        to_char(proposal.was_at at time zone rent.zone, 'YYYY-MM-DD')
      from change_proposals proposal join bookings rent on rent.id = proposal.booking_id
        join spaces s on s.id = rent.space_id join professionals p on p.id = rent.professional_id
      where rent.host_id = ${host} and proposal.state = 'open' and proposal.host_acceptance = 'pending'
        and proposal.expires_at > ${work.now}
        and rent.kind = 'rent'
      union all
      -- By their agreement the host answers each visit.
      select 'visit_request', visit.id::text, visit.space_id,
        p.first_name || ' ' || p.last_name || ' atendería en ' || s.name || ' el '
          || ${dayAndHour(sql`(visit.starts_at at time zone visit.zone)`)}, visit.respond_by,
        to_char(visit.starts_at at time zone visit.zone, 'YYYY-MM-DD')
      from bookings visit join spaces s on s.id = visit.space_id join professionals p on p.id = visit.professional_id
      where visit.host_id = ${host} and visit.status = 'requested' and visit.host_acceptance = 'pending'
        and visit.respond_by > ${work.now} and visit.starts_at > ${work.now}
      union all
      select 'visit_change', visit.id::text, visit.space_id,
        p.first_name || ' ' || p.last_name || ' pide otra hora para una cita en ' || s.name, proposal.expires_at,
        to_char(proposal.was_at at time zone visit.zone, 'YYYY-MM-DD')
      from change_proposals proposal join bookings visit on visit.id = proposal.booking_id
        join spaces s on s.id = visit.space_id join professionals p on p.id = visit.professional_id
      where visit.host_id = ${host} and visit.kind = 'visit' and visit.starts_at > ${work.now} and proposal.state = 'open' and proposal.host_acceptance = 'pending'
        and proposal.expires_at > ${work.now}
      union all
      select 'problem', visit.id::text, visit.space_id,
        case when problem.line = 'overtime' then p.first_name || ' ' || p.last_name || ' dice que no se quedó de más en '
          when problem.opened_by = 'client' then coalesce(visit.contact ->> 'firstName', 'Un cliente') || ' reportó un problema en '
          else p.first_name || ' ' || p.last_name || ' reportó un problema en ' end
          || s.name || ' (' || ${dayAndHour(sql`(visit.starts_at at time zone visit.zone)`)} || ')', problem.answer_by, null
      from disputes problem join bookings visit on visit.id = problem.booking_id
        join spaces s on s.id = visit.space_id join professionals p on p.id = visit.professional_id
      where problem.host_id = ${host} and problem.respondent = 'host' and problem.state = 'waiting'
        and problem.answer_by > ${work.now}
      union all
      -- Who pays by the week or the month came in before their host had said which chair that is for.
      select 'chair', m.id::text, m.space_id, m.name || ' paga renta fija en ' || s.name || ': elige cuál es su unidad', null, null
      from memberships m join spaces s on s.id = m.space_id
      where m.host_id = ${host} and m.status <> 'ended' and m.joined_at is not null and m.unit_id is null and jsonb_typeof(m.terms -> 'fixed') = 'object'
        and m.ends_at is null
      union all
      select 'payout', min(s.id)::text, min(s.id), 'Di a qué cuenta te transferimos tus rentas', null, null
      from hosts h join spaces s on s.host_id = h.id
      where h.id = ${host} and h.clabe is null and s.status = 'published' having count(*) > 0
    ) task join spaces place on place.id = task."spaceId"
    order by deadline nulls last, kind, text limit ${most}`.execute(work.db)
  return rows.map(({ deadline, ...row }) => ({ ...row, deadline: deadline?.toISOString() ?? null }))
}
