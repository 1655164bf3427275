/** The queries of a personal data copy, by heading. Each names its columns. */
import { type RawBuilder, sql } from 'kysely'
import { clientBookParts } from '#server/privacy/copy-client-book.ts'
import { developerParts } from '#server/privacy/copy-developer.ts'
import type { Parties } from '#server/privacy/privacy.ts'
import { equipmentOf } from '#server/space/equipment-read.ts'

export const partsOf = ({
  accountId,
  emails,
  phone,
  phones,
  persons,
  professionalId,
  hostId,
  clientIds,
}: Parties): Record<string, RawBuilder<unknown>> => ({
  cuenta: sql`
    select email, email_confirmed_at, phone, phone_confirmed_at, first_name, last_name, role, available_roles,
      verification_level, biometric_verified, profile_image_url, zone, created_at
    from accounts where id = ${accountId}`,
  sesiones: sql`
    select user_agent, created_at, seen_at, expires_at from sessions where account_id = ${accountId} order by seen_at`,
  segundo_paso: sql`select confirmed_at from second_factors where account_id = ${accountId}`,
  entradas_con_otro_servicio: sql`
    select issuer, linked_at from identities where account_id = ${accountId} order by linked_at`,
  ...developerParts(accountId),
  pases_en_telefonos: sql`
    select d.booking_id, d.registered_at from pass_devices d join bookings b on b.id = d.booking_id
    where b.client_id = any (${clientIds}) order by d.registered_at`,
  verificaciones_de_identidad: sql`
    select provider, status, reason, created_at, changed_at from identity_checks where account_id = ${accountId}
    order by created_at`,
  perfil_profesional: sql`
    select slug, bio, experience_years, specialties, languages, categories, base_price_cents, city, state, neighbourhood, address,
      latitude, longitude, zone, has_own_place, verified, rating, review_count, tax_regime, status, created_at
    from professionals where id = ${professionalId}`,
  confiabilidad: sql`
    select took_place, absent, answered, unanswered, cancelled, value, measured_at from search_reliability
    where professional_id = ${professionalId}`,
  servicios: sql`
    select id, name, description, category, duration_minutes, price_cents, policy_tier, visibility, at_place, home_radius_km,
      home_fee_cents, online, online_link, weekly, offered_from, offered_to from services
    where professional_id = ${professionalId} order by id`,
  formularios: sql`
    select id, title, intro, sensitive, timing, questions, created_at from intake_forms
    where professional_id = ${professionalId} order by id`,
  horarios: sql`
    select owner_kind, weekly from schedules
    where owner_kind = 'professional' and owner_id = ${professionalId}
      or owner_kind = 'space' and owner_id in (select id from spaces where host_id = ${hostId})
      or owner_kind = 'unit' and owner_id in (
        select unit.id from units unit join spaces space on space.id = unit.space_id where space.host_id = ${hostId})`,
  reglas_para_espacios: sql`
    select rules, updated_at from professional_space_rules where professional_id = ${professionalId}`,
  limites: sql`
    select day_visits, week_visits, month_visits, day_minutes, week_minutes, month_minutes, tight_starts, updated_at
    from professional_limits where professional_id = ${professionalId}`,
  tiempos_de_traslado: sql`
    select base_minutes, (select coalesce(json_agg(json_build_object('entre', array[place_a, place_b], 'minutos', minutes)), '[]')
      from professional_travel_pairs pair where pair.professional_id = own.professional_id) as caminos
    from professional_travel own where professional_id = ${professionalId}`,
  precios_por_demanda: sql`
    select version, rules, at from demand_prices where professional_id = ${professionalId} order by version`,
  colores_de_calendario: sql`
    select side, coloured_by, (select coalesce(json_agg(json_build_object('de', of_kind, 'numero', of_id, 'color', colour)), '[]')
      from calendar_colours chosen where chosen.account_id = own.account_id and chosen.side = own.side) as elegidos
    from calendar_looks own where account_id = ${accountId} order by side`,
  convenios: sql`
    select id, professional_id, space_id, status, rate_per_hour_cents, valid_from, valid_to from agreements
    where professional_id = ${professionalId} or space_id in (select id from spaces where host_id = ${hostId})
    order by id`,
  postulaciones: sql`
    select a.id, a.space_id, a.status, case when a.professional_id = ${professionalId} then a.message end as message,
      a.created_at, (
        select coalesce(json_agg(json_build_object('move', m.move, 'text', m.text, 'at', m.at) order by m.version), '[]')
        from application_moves m where m.application_id = a.id
          and m.actor = case when a.professional_id = ${professionalId} then 'professional' else 'host' end
      ) as lo_que_dijiste
    from applications a where a.professional_id = ${professionalId} or a.host_id = ${hostId} order by a.id`,
  documentos: sql`
    select kind, number, status, valid_to::text, uploaded_at from documents
    where owner_kind = 'professional' and owner_id = ${professionalId} order by uploaded_at`,
  documentos_de_espacios: sql`
    select d.space_id, d.kind, d.file_name, d.status, d.valid_until::text, d.created_at from space_documents d
    join spaces s on s.id = d.space_id where s.host_id = ${hostId} order by d.created_at`,
  invitaciones: sql`
    select space_id, status, message, sent_at from invitations where host_id = ${hostId} or account_id = ${accountId}
    order by sent_at`,
  vacantes: sql`
    select title, category, requirements, status, created_at, published_at from vacancies where host_id = ${hostId} order by id`,
  vacantes_guardadas: sql`
    select v.title, k.at from saved_vacancies k join vacancies v on v.id = k.vacancy_id
    where k.professional_id = ${professionalId} order by k.at`,
  equipos: sql`
    select b.name as negocio, m.role, m.permissions, m.status, m.terms, m.joined_at, m.ended_at from memberships m
    join spaces s on s.id = m.space_id join businesses b on b.id = s.business_id
    where m.account_id = ${accountId} order by m.id`,
  rentas_de_equipo: sql`
    select c.amount_cents, c.explanation, c.status, c.charged_at, c.paid_at from rent_charges c
    where c.professional_id = ${professionalId} or c.host_id = ${hostId} order by c.number`,
  rentas_pagadas_directo: sql`
    select d.charge_id, d.kind, d.amount_cents, d.method, d.recorded_at, d.recorded_by = ${accountId}::bigint as lo_dijiste_tu
    from rent_direct_payments d join rent_charges c on c.id = d.charge_id
    where c.professional_id = ${professionalId} or c.host_id = ${hostId} order by d.number`,
  negocios: sql`select name, slug, description from businesses where host_id = ${hostId} order by id`,
  espacios: sql`
    select id, name, space_type, description, capacity, amenities, ${equipmentOf(sql`true`)} as equipment, photos,
      array(select address from equipment_photos p where p.space_id = s.id order by item) as equipment_photos, city, state, neighbourhood, address, directions, latitude,
      longitude, zone, price_per_hour_cents, minimum_minutes, cleaning_minutes, rent_policy, status, created_at
    from spaces s where host_id = ${hostId} order by id`,
  cuentas_de_cobro: sql`
    select provider, party, account_ref, wanted, wanted_by, held_back, requested_at, ready_at, restricted_at from payout_accounts
    where party = 'professional' and party_id = ${professionalId} or party = 'host' and party_id = ${hostId} order by party`,
  datos_de_cliente: sql`
    select email, phone, proved_phone as telefono_confirmado, first_name, last_name, created_at from clients where id = any (${clientIds}) order by id`,
  reservas_como_cliente: sql`
    select id, status, professional_id, space_id, service_name, starts_at, ends_at, zone, total_cents, contact, created_at
    from bookings where client_id = any (${clientIds}) order by starts_at`,
  domicilios_donde_te_atendieron: sql`
    select home.line, home.details, home.neighbourhood, home.city, home.state, home.latitude, home.longitude, home.created_at
    from visit_places home where home.line is not null
      and home.place in (select b.visit_place from bookings b where b.client_id = any (${clientIds})
        union all select w.visit_place from waitlist_entries w where w.client_id = any (${clientIds})) order by home.place desc`,
  listas_de_espera: sql`
    select w.professional_id, w.service_id, w.more_services, w.persons, w.modality, w.space_id, w.from_date, w.to_date, w.parts, w.state,
      w.requested_at, w.ended_at, w.first_name, w.phone as telefono
    from waitlist_entries w where w.client_id = any (${clientIds}) or w.person = any (${persons}::text[]) order by w.requested_at`,
  familia_y_acompanantes: sql`
    select first_name, is_minor, created_at from companions where account_id = ${accountId} order by place`,
  quien_vino_contigo: sql`
    select c.booking_id, c.person, c.first_name, c.is_minor, c.declared_at from booking_companions c
    join bookings b on b.id = c.booking_id where b.client_id = any (${clientIds}) order by b.starts_at, c.person`,
  tarjetas_guardadas: sql`
    select brand, last4, expires, saved_at from saved_cards where account_id = ${accountId} order by saved_at`,
  pagos: sql`
    select p.booking_id, p.method, p.status, p.amount_cents, p.refunded_cents, p.currency, p.card_brand, p.card_last4, p.card_wallet,
      p.installments, p.created_at
    from payments p left join change_proposals change on change.id = p.booking_id
    left join booking_balances balance on balance.id = p.booking_id
    join bookings b on b.id = coalesce(change.booking_id, balance.booking_id, p.booking_id)
    where b.client_id = any (${clientIds}) order by p.created_at`,
  retrasos_que_avisaste: sql`
    select d.booking_id, d.minutes, d.reported_at from delays d join bookings b on b.id = d.booking_id
    where d.party = 'client' and b.client_id = any (${clientIds}) or d.party = 'professional' and b.professional_id = ${professionalId}
    order by d.reported_at`,
  inasistencias_objetadas: sql`
    select n.booking_id, n.state, n.fee_cents, n.evidence, n.contested_at, n.decided_at from no_shows n
    join bookings b on b.id = n.booking_id where b.client_id = any (${clientIds}) order by n.marked_at`,
  garantias: sql`
    select d.booking_id, d.state, d.amount_cents, d.held_at, d.claim_cents, d.claimed_at, d.retained_cents, d.decided_at,
      case when d.host_id = ${hostId} then d.claim_reason end as claim_reason,
      case when d.professional_id = ${professionalId} then d.contest_text end as contest_text
    from deposits d where d.professional_id = ${professionalId} or d.host_id = ${hostId} order by d.requested_at`,
  problemas_reportados: sql`
    select d.booking_id, d.subject, d.line, d.line_cents, d.state, d.opened_at, d.outcome, d.charged_to, d.decided_at,
      case when d.opened_by = mine.side then d.statement end as statement,
      case when d.respondent = mine.side then d.answer end as answer,
      case when d.appealed_by = mine.side then d.appeal_text end as appeal_text
    from disputes d join bookings b on b.id = d.booking_id cross join lateral (values
      (case when b.client_id = any (${clientIds}) then 'client' end), (case when b.professional_id = ${professionalId} then 'professional' end),
      (case when b.host_id = ${hostId} then 'host' end)) as mine(side)
    where mine.side in (d.opened_by, d.respondent) order by d.opened_at`,
  contracargos: sql`
    select c.booking_id, c.reason, c.amount_cents, c.state, c.opened_at, c.closed_at from chargebacks c
    left join tips tip on tip.id = c.booking_id
    left join change_proposals change on change.id = c.booking_id
    left join booking_balances balance on balance.id = c.booking_id
    join bookings b on b.id = coalesce(tip.booking_id, change.booking_id, balance.booking_id, c.booking_id)
    where b.client_id = any (${clientIds}) or b.professional_id = ${professionalId} or b.host_id = ${hostId} order by c.opened_at`,
  resenas_que_escribiste: sql`
    select r.subject, r.score, r.text, r.service_name, r.state, r.created_at from reviews r
    join bookings b on b.id = r.booking_id
    where r.author = 'client' and b.client_id = any (${clientIds}) or r.author = 'professional' and b.professional_id = ${professionalId}
      or r.author = 'host' and b.host_id = ${hostId} order by r.created_at`,
  resenas_que_respondiste_o_reportaste: sql`
    select r.subject, r.score, r.reply, r.replied_at, report.reason, report.note, report.created_at as reported_at, report.removed
    from reviews r left join review_reports report on report.review_id = r.id and report.account_id = ${accountId} and not report.of_reply
    where (r.professional_id = ${professionalId} or r.space_id in (select id from spaces where host_id = ${hostId}))
      and (r.reply is not null or report.id is not null) order by r.id`,
  respuestas_que_reportaste: sql`
    select r.booking_id, r.subject, report.reason, report.note, report.created_at as reported_at, report.removed
    from review_reports report join reviews r on r.id = report.review_id
    where report.of_reply and report.account_id = ${accountId} order by report.created_at`,
  citas_como_profesional: sql`
    select id, status, source, space_id, service_name, starts_at, ends_at, zone, total_cents, in_place_cents, in_place_method,
      in_place_taken_cents, in_place_link_cents, in_place_link_method, rent_cents,
      created_at, checked_in_at, check_in_method, check_in_distance_m, check_in_accuracy_m, professional_arrived_at, professional_arrival_method,
      professional_arrival_distance_m, professional_arrival_accuracy_m
    from bookings left join attendances on booking_id = id where professional_id = ${professionalId} order by starts_at`,
  ...clientBookParts({ professionalId, clientIds }),
  rentas_como_anfitrion: sql`
    select id, status, space_id, unit_id, starts_at, ends_at, zone, rent_cents, created_at
    from bookings where host_id = ${hostId} order by starts_at`,
  transferencias: sql`
    select booking_id, amount_cents, status, release_at, paid_at from payouts
    where party = 'professional' and party_id = ${professionalId} or party = 'host' and party_id = ${hostId}
    order by release_at`,
  depositos_en_tu_banco: sql`
    select provider, external_id, amount_cents, status, sent_at, arrives_on::text, bank, account_end, trace from bank_deposits
    where party = 'professional' and party_id = ${professionalId} or party = 'host' and party_id = ${hostId} order by arrives_on, id`,
  notificaciones: sql`
    select type, about_kind, created_at, read_at from notifications where account_id = ${accountId}
    order by created_at`,
  avisos_elegidos: sql`
    select choices, quiet_from, quiet_to from notification_settings where account_id = ${accountId}`,
  mensajes_que_te_enviamos: sql`
    select m.event, d.channel, d.recipient, d.state, d.queued_at, d.sent_at, d.delivered_at, d.read_at, d.failed_at
    from outbound_messages m join deliveries d on d.message_id = m.id where m.account_id = ${accountId}
    order by d.queued_at`,
  permisos_de_whatsapp: sql`
    select phone, sentence, consented_at, revoked_at, revoked_by from whatsapp_consents where account_id = ${accountId}
      or booking_id in (select b.id from bookings b where b.client_id = any (${clientIds}))
    order by consented_at`,
  dispositivos_con_avisos: sql`
    select label, created_at from push_devices where account_id = ${accountId} order by created_at`,
  guardados: sql`
    select professional_id, space_id, created_at from favourites where account_id = ${accountId} order by created_at`,
  avisos_de_horario: sql`
    select professional_id, on_date::text, requested_at, notified_at from opening_alerts where account_id = ${accountId}
    order by requested_at`,
  busquedas_guardadas: sql`
    select label, search, queries, created_at, expires_at, (
      select coalesce(json_agg(json_build_object('profesional', n.professional_id, 'apertura', n.opening, 'desde', n.starts_from, 'hasta', n.starts_before, 'avisado', n.notified_at)), '[]')
      from saved_search_notices n where n.saved_search_id = s.id) as avisos
    from saved_searches s where account_id = ${accountId} or phone = any (${phones}::text[]) order by created_at`,
  calendarios_conectados: sql`
    select outside.host_name, outside.added_at, outside.read_at, outside.unit_id,
      outside.unread_count as eventos_sin_leer from outside_calendars outside
    left join units unit on unit.id = outside.unit_id left join spaces space on space.id = unit.space_id
    where outside.professional_id = ${professionalId} or space.host_id = ${hostId} order by outside.id`,
  avisos_a_otros_sistemas: sql`
    select hook.events, hook.created_at, hook.succeeded_at, hook.off_at, hook.off_reason, (
      select coalesce(json_agg(json_build_object('aviso', m.event, 'reserva', m.booking_id, 'asunto', m.about, 'ocurrio', m.happened_at, 'estado', m.state,
        'intentos', (select coalesce(json_agg(json_build_object('hora', t.at, 'estado', t.status, 'respuesta', t.answer) order by t.number), '[]')
          from webhook_tries t where t.message_id = m.id)) order by m.number), '[]')
      from webhook_messages m where m.webhook_id = hook.id) as enviados
    from webhooks hook where hook.account_id = ${accountId} order by hook.created_at`,
  cuentas_de_calendario: sql`
    select account.provider as proveedor, account.connected_at, account.succeeded_at, account.scopes as permisos,
      (select count(*)::integer from connected_calendars calendar where calendar.account_id = account.id and calendar.outside_id is not null) as calendarios_que_ocupan,
      (select coalesce(json_agg(json_build_object('unidad', unit.name, 'desde', calendar.unit_since) order by unit.id), '[]') from connected_calendars calendar
        join units unit on unit.id = calendar.unit_id where calendar.account_id = account.id) as calendarios_de_unidades,
      (select coalesce(json_agg(json_build_object('empieza', lower(part), 'termina', upper(part)) order by part), '[]')
        from connected_calendars calendar join connected_events event on event.calendar_id = calendar.id, unnest(event.during) as part
        where calendar.account_id = account.id) as horas_ocupadas,
      (select coalesce(json_agg(json_build_object('cita', written.ref, 'empieza', written.starts_at, 'termina', written.ends_at) order by written.starts_at), '[]')
        from written_events written where written.account_id = account.id) as escrito,
      (select coalesce(json_agg(json_build_object('cita', difference.ref, 'que', difference.kind, 'empieza', difference.starts_at,
        'termina', difference.ends_at, 'estado', difference.state, 'visto', difference.found_at) order by difference.found_at), '[]')
        from calendar_differences difference where difference.account_id = account.id) as cambios_en_el_calendario
    from calendar_accounts account where account.professional_id = ${professionalId} or account.host_id = ${hostId} order by account.place`,
  direccion_de_su_agenda: sql`
    select made_at from own_calendars where professional_id = ${professionalId}`,
  portafolio: sql`
    select caption, consent, consent_at, published, created_at from portfolio_items
    where professional_id = ${professionalId} order by position`,
  paquetes_de_sesiones: sql`
    select pack.sessions, pack.price_cents, pack.status, service.name as servicio, pack.created_at, pack.valid_until
    from session_packs pack join services service on service.id = pack.service_id
    where pack.client_id = any (${clientIds}) order by pack.created_at`,
  tarjetas_de_regalo_compradas: sql`
    select card.amount_cents, card.from_name as de, card.to_name as para, card.message as mensaje, card.email as correo, card.phone as telefono, card.status,
      card.created_at, card.sent_at, card.redeemed_at, card.ended_at
    from gift_cards card where card.buyer_id = any (${clientIds}) order by card.created_at`,
  tarjetas_de_regalo_canjeadas: sql`
    select card.amount_cents, card.from_name as de, card.message as mensaje, card.redeemed_at
    from gift_cards card where card.redeemed_by = any (${clientIds})
    order by card.redeemed_at`,
  clases_programadas: sql`
    select service.name as servicio, own.starts_at, own.ends_at, own.capacity, own.minimum, own.status, own.cancel_reason
    from class_sessions own join services service on service.id = own.service_id where own.professional_id = ${professionalId}
    order by own.starts_at`,
  meses_sin_intereses_que_permites: sql`
    select max_months, from_cents, changed_at from installment_offers where professional_id = ${professionalId}`,
  cupones: sql`
    select code, percent_bp, amount_cents, valid_from::text, valid_to::text, max_uses, once_each, active, created_at
    from coupons where professional_id = ${professionalId} order by id`,
  mensajes_que_escribiste: sql`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about, m.text,
      m.photo_id is not null as foto, m.at
    from conversation_messages m join conversations c on c.id = m.conversation_id
    where (m.account_id = ${accountId} or m.side = 'client' and m.account_id is null and c.booking_id in (
      select b.id from bookings b where b.client_id = any (${clientIds}))) and m.gone is null order by m.at`,
  personas_bloqueadas: sql`
    select blocked_id, created_at from conversation_blocks where blocker_id = ${accountId} order by created_at`,
  mensajes_a_kalli: sql`
    select topic, name, email, message, created_at from contact_messages where account_id = ${accountId}
      or lower(email) = any (${emails}::text[])
    order by created_at`,
  correos_que_te_enviamos: sql`
    select subject, created_at from mails where to_address = any (${emails}::text[]) order by created_at`,
  mensajes_que_escribiste_a_kalli: sql`
    select channel, body, received_at from received_messages where phone = ${phone} or phone = any (${phones}::text[]) order by received_at`,
  confirmaciones_de_que_vas: sql`
    select booking_id, starts_at, confirmed_at from coming_confirmations
    where booking_id in (select b.id from bookings b where b.client_id = any (${clientIds})) order by confirmed_at`,
  baja_de_sms: sql`select opted_out_at from text_opt_outs where phone = ${phone} or phone = any (${phones}::text[])`,
  sms_que_te_enviamos: sql`select created_at from text_messages where to_phone = ${phone} or to_phone = any (${phones}::text[]) order by created_at`,
})
