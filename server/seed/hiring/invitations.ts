/** Invitations of the demo data: pending ones of the demo's professional, sent ones of the demo's host, and a few of everyone else. */
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import { fullProfessionals } from '#server/seed/people/people.ts'

type Draft = {
  space: number
  /** On its terms, for one of its places. */
  vacancy?: number
  professional: number
  status: 'sent' | 'seen' | 'accepted' | 'declined' | 'expired' | 'revoked'
  daysAgo: number
  message: string
  reason?: string
  question?: { text: string; answer: string | null }
}

export const writeInvitations = async (client: pg.Client, now: number) => {
  const drafts = [
    ...(await toStylist(client)),
    ...(await ofHost(client)),
    ...(await ofDemo(client)),
    ...(await toVacancies(client)),
  ]
  for (const [place, draft] of drafts.entries()) await write(client, draft, place, now)
  await notify(client, now)
}

/** Two nearby businesses invite the demo's stylist; one has waited for two days and has answered a question. */
const toStylist = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select s.id from spaces s, professionals p
    where p.id = 1 and s.host_id <> 1 and s.space_type in ('chair', 'station') and s.status = 'published'
      and not exists (select from agreements a where a.space_id = s.id and a.professional_id = 1)
    order by search_km(s.latitude, s.longitude, p.latitude, p.longitude), s.id limit 3`,
  )
  const [first, second, third] = rows.map(({ id }) => Number(id))
  return [
    {
      space: first ?? 2,
      professional: 1,
      status: 'seen',
      daysAgo: 2,
      message:
        'Vimos tus balayages y tus reseñas. Tenemos una silla junto a la ventana libre casi todas las mañanas y nos encantaría que la usaras.',
      question: {
        text: '¿Puedo dejar mis tintes en el espacio entre una cita y otra?',
        answer: 'Sí, hay un gabinete con llave para cada silla.',
      },
    },
    ...(second === undefined
      ? []
      : [
          {
            space: second,
            professional: 1,
            status: 'sent' as const,
            daysAgo: 0.3,
            message: 'Abrimos los domingos y nos falta quien atienda color. ¿Vienes a conocer?',
          },
        ]),
    ...(third === undefined
      ? []
      : [
          {
            space: third,
            professional: 1,
            status: 'expired' as const,
            daysAgo: 20,
            message: 'Ven a conocernos.',
          },
        ]),
  ]
}

const ofHost = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select p.id from professionals p, spaces s
    where s.id = 1 and p.status = 'published' and p.categories && '{hair,beauty,nails}' and p.account_id <> 3
      and not exists (select from agreements a where a.space_id = 1 and a.professional_id = p.id)
    order by search_km(s.latitude, s.longitude, p.latitude, p.longitude), p.id limit 5`,
  )
  const ids = rows.map(({ id }) => Number(id))
  const states: Omit<Draft, 'space' | 'professional'>[] = [
    { status: 'sent', daysAgo: 0.1, message: 'Tus miércoles libres son justo nuestras horas tranquilas.' },
    {
      status: 'seen',
      daysAgo: 3,
      message: 'Nos recomendaron tu trabajo en cejas. ¿Te interesa una silla por las tardes?',
      question: { text: '¿La renta incluye toallas y lavacabezas?', answer: null },
    },
    {
      status: 'declined',
      daysAgo: 9,
      message: 'Tenemos lugar de martes a viernes.',
      reason: 'Gracias. Por ahora solo trabajo al sur de la ciudad.',
    },
    { status: 'expired', daysAgo: 18, message: 'Casa Jacaranda busca colorista.' },
    { status: 'revoked', daysAgo: 6, message: 'Una silla disponible los sábados.' },
  ]
  const open = ids.flatMap((professional, place): Draft[] => {
    const state = states[place]
    return state === undefined ? [] : [{ space: 1, professional, ...state }]
  })
  const { rows: agreed } = await client.query<{ professional_id: string }>(
    `select professional_id from agreements where space_id = 1 and professional_id <> 1 and status = 'active' order by id limit 1`,
  )
  const [one] = agreed
  return one === undefined
    ? open
    : [
        ...open,
        {
          space: 1,
          professional: Number(one.professional_id),
          status: 'accepted',
          daysAgo: 40,
          message: 'Nos gustaría tenerte en casa.',
        },
      ]
}

/** Every seventh space has invited a nearby professional of its trade. */
const ofDemo = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ space: string; professional: string }>(
    `select s.id as space, found.id as professional
    from spaces s join hosts h on h.id = s.host_id
    cross join lateral (
      select p.id from professionals p
      where p.id <= ${fullProfessionals} and p.city = s.city and p.status = 'published' and p.account_id <> h.account_id and p.id > 1
        and not exists (select from agreements a where a.space_id = s.id and a.professional_id = p.id)
      order by (p.id * 7919 + s.id * 31) % 1000, p.id limit 1
    ) found
    where s.id % 7 = 3 and s.host_id <> 1 and s.status = 'published' order by s.id limit 60`,
  )
  return rows.map(({ space, professional }, place) => ({
    space: Number(space),
    professional: Number(professional),
    status: (['sent', 'seen', 'seen', 'declined', 'expired'] as const)[place % 5] ?? 'sent',
    daysAgo: place % 5 === 4 ? 21 : 1 + (place % 9),
    message: 'Tenemos horas libres que te pueden quedar bien. ¿Te gustaría conocer el espacio?',
  }))
}

/** A business near the demo's stylist invites her for its vacancy, and the demo's host invites a professional for theirs. */
const toVacancies = async (client: pg.Client): Promise<Draft[]> => {
  const { rows } = await client.query<{ space: string; vacancy: string; professional: string }>(
    `(select s.id as space, v.id as vacancy, p.id as professional
      from vacancies v join spaces s on s.id = v.space_id join professionals p on p.id = 1
      where v.host_id <> 1 and v.status = 'published' and v.category = any(p.categories) and s.status = 'published'
        and not exists (select from agreements a where a.space_id = s.id and a.professional_id = 1)
        and not exists (select from applications a where a.space_id = s.id and a.professional_id = 1)
        and not exists (select from invitations i where i.space_id = s.id and i.professional_id = 1)
      order by search_km(s.latitude, s.longitude, p.latitude, p.longitude), v.id limit 1)
    union all
    (select s.id, v.id, p.id
      from vacancies v join spaces s on s.id = v.space_id join professionals p on v.category = any(p.categories)
      where v.host_id = 1 and v.status = 'published' and v.openings > 1 and p.id > 1 and p.status = 'published' and p.account_id <> 3
        and not exists (select from agreements a where a.space_id = s.id and a.professional_id = p.id)
        and not exists (select from applications a where a.space_id = s.id and a.professional_id = p.id)
        and not exists (select from invitations i where i.space_id = s.id and i.professional_id = p.id)
      order by search_km(s.latitude, s.longitude, p.latitude, p.longitude), p.id limit 1)`,
  )
  return rows.map(({ space, vacancy, professional }, place) => ({
    space: Number(space),
    vacancy: Number(vacancy),
    professional: Number(professional),
    status: place === 0 ? 'sent' : 'seen',
    daysAgo: place === 0 ? 0.2 : 0.5,
    message: 'Leímos tu perfil y creemos que este lugar es para ti. Si aceptas, es tuyo.',
  }))
}

const write = async (client: pg.Client, draft: Draft, place: number, now: number) => {
  const sentAt = new Date(now - draft.daysAgo * dayMs)
  const over = draft.status !== 'sent' && draft.status !== 'seen'
  const waits = draft.question !== undefined && draft.question.answer === null
  const requestedAt = new Date(sentAt.getTime() + 0.6 * draft.daysAgo * dayMs)
  const pauseEnds = new Date(requestedAt.getTime() + 72 * hourMs)
  const expiresAt = new Date(sentAt.getTime() + 14 * dayMs + (waits ? 72 * hourMs : 0))
  const endedAt =
    draft.status === 'expired' ? expiresAt : new Date(sentAt.getTime() + 0.4 * draft.daysAgo * dayMs)
  const id = `00000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`
  await client.query(
    `insert into invitations (id, version, host_id, space_id, professional_id, account_id, status, terms, message, sent_at,
      sent_on, place_of_day, expires_at, paused_until, ended_at, decline_reason, vacancy_id, agreement_id)
    select $1, $2, s.host_id, s.id, p.id, p.account_id, $3, coalesce((select v.terms from vacancies v where v.id = $12), jsonb_build_object(
        'rent', jsonb_build_object('kind', 'per_hour', 'ratePerHourCents', (s.price_per_hour_cents * 0.9)::bigint / 500 * 500),
        'windows', null, 'categories', to_jsonb(p.categories), 'quotaMinutesPerWeek', null, 'autoAccept', true,
        'trial', null, 'validFrom', null, 'validTo', null, 'noticeDays', 7)),
      $4, $5, ($5::timestamptz at time zone 'America/Mexico_City')::date,
      1 + (select count(*) from invitations i where i.host_id = s.host_id
        and i.sent_on = ($5::timestamptz at time zone 'America/Mexico_City')::date),
      $6, $7, $8, $9, $12,
      case when $3 = 'accepted' then (select a.id from agreements a where a.space_id = s.id and a.professional_id = p.id limit 1) end
    from spaces s, professionals p where s.id = $10 and p.id = $11`,
    [
      id,
      draft.status === 'sent' ? 1 : 2,
      draft.status,
      draft.message,
      sentAt,
      expiresAt,
      waits ? pauseEnds : null,
      over ? endedAt : null,
      draft.reason ?? null,
      draft.space,
      draft.professional,
      draft.vacancy ?? null,
    ],
  )
  await client.query(
    `insert into invitation_moves (invitation_id, version, move, from_status, to_status, actor, actor_account_id, at)
    select id, 1, 'send', null, 'sent', 'host', null::bigint, sent_at from invitations where id = $1
    union all
    select id, 2, $2::text, 'sent', status, $3::text, null::bigint, coalesce(ended_at, sent_at + interval '1 hour') from invitations
      where id = $1 and status <> 'sent'`,
    [id, moveTo[draft.status], actorOf[draft.status]],
  )
  if (draft.question !== undefined)
    await client.query(
      `insert into invitation_questions (invitation_id, number, question, requested_at, answer, answered_at)
      values ($1, 1, $2, $3, $4, $5)`,
      [
        id,
        draft.question.text,
        requestedAt,
        draft.question.answer,
        waits ? null : new Date(requestedAt.getTime() + 3 * hourMs),
      ],
    )
}

const moveTo = {
  sent: 'send',
  seen: 'see',
  accepted: 'accept',
  declined: 'decline',
  expired: 'expire',
  revoked: 'revoke',
} as const
const actorOf = {
  sent: 'host',
  seen: 'invited',
  accepted: 'invited',
  declined: 'invited',
  expired: 'platform',
  revoked: 'host',
} as const

/** The notifications of both sides: of the invitation, and of a question to answer. */
const notify = async (client: pg.Client, now: number) => {
  await client.query(
    `insert into notifications (account_id, type, title, message, matching_categories, about_kind, about_id, dedupe_key,
      created_at, read_at)
    select i.account_id, 'direct_invitation',
      b.name || coalesce(' te invita a su vacante «' || v.title || '»', ' te invita a su espacio'),
      'Te invitan a trabajar en ' || s.name || ', ' || coalesce(s.neighbourhood, s.city)
        || '. Revisa las condiciones y responde cuando estés lista o listo.',
      p.categories, 'invitation', i.id::text, 'invitation:' || i.id, i.sent_at, null::timestamptz
    from invitations i join spaces s on s.id = i.space_id join businesses b on b.id = s.business_id
      join professionals p on p.id = i.professional_id left join vacancies v on v.id = i.vacancy_id
    where i.professional_id = 1 and i.status in ('sent', 'seen')
    union all
    select h.account_id, 'other', p.first_name || ' te pregunta sobre tu invitación',
      'Su plazo para responder queda en pausa mientras contestas, hasta 72 horas.', '{}', 'sent_invitation', i.id::text,
      'invitation:' || i.id || ':ask1', least(q.requested_at, $1::timestamptz), null::timestamptz
    from invitation_questions q join invitations i on i.id = q.invitation_id join hosts h on h.id = i.host_id
      join professionals p on p.id = i.professional_id
    where q.answer is null and i.host_id = 1`,
    [new Date(now)],
  )
}
