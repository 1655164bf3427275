/** The queries of a data copy about a professional's client book, and its part about the client. */
import { type RawBuilder, sql } from 'kysely'
import type { Parties } from '#server/privacy/privacy.ts'

export const clientBookParts = ({
  professionalId,
  clientIds,
}: Pick<Parties, 'professionalId' | 'clientIds'>): Record<string, RawBuilder<unknown>> => ({
  notas_privadas_de_tus_clientes: sql`
    select coalesce(card.first_name, c.first_name) as first_name, coalesce(card.last_name, c.last_name) as last_name, n.text, n.updated_at
    from client_notes n join client_cards card on card.professional_id = n.professional_id and card.id = n.client_id
    left join clients c on c.id = card.client_id
    where n.professional_id = ${professionalId} order by n.client_id`,
  libreta_de_clientes: sql`
    select first_name, last_name, phone, email, birth_day, birth_month, birth_year, found_by, tags, created_at from client_cards
    where professional_id = ${professionalId} order by id`,
  importaciones_de_clientes: sql`
    select origin, added, filled, created_at, undone_at from client_imports
    where professional_id = ${professionalId} order by created_at`,
  mensajes_a_clientes_que_no_vuelven: sql`
    select lower(message.pause) as written_at, message.way, message.message from win_back_messages message
    where message.professional_id = ${professionalId} order by lower(message.pause)`,
  tus_palabras_para_que_vuelvan: sql`
    select text from win_back_templates where professional_id = ${professionalId}`,
  invitaciones_a_volver_que_te_escribieron: sql`
    select p.first_name || ' ' || p.last_name as professional, lower(message.pause) as written_at, message.way, message.message
    from win_back_messages message join client_cards card on card.professional_id = message.professional_id and card.id = message.card_id
    join professionals p on p.id = message.professional_id
    where card.client_id = any (${clientIds}::bigint[]) and message.way = 'kalli' order by lower(message.pause)`,
  permisos_para_invitarte_a_volver: sql`
    select p.first_name || ' ' || p.last_name as professional, consent.source, consent.sentence, consent.consented_at, consent.revoked_at, consent.revoked_by
    from message_consents consent join professionals p on p.id = consent.professional_id
    join client_cards card on card.professional_id = consent.professional_id and card.id = consent.card_id
    where exists (select from client_cards mine where mine.professional_id = card.professional_id
      and mine.client_id = any (${clientIds}::bigint[]) and coalesce(mine.merged_into, mine.id) in (card.id, card.merged_into)) order by consent.consented_at`,
  permisos_de_tus_clientes_para_invitarles: sql`
    select coalesce(card.first_name, c.first_name) as first_name, consent.source, consent.sentence, consent.consented_at, consent.revoked_at, consent.revoked_by
    from message_consents consent join client_cards card on card.professional_id = consent.professional_id and card.id = consent.card_id
    left join clients c on c.id = card.client_id where consent.professional_id = ${professionalId} order by consent.consented_at`,
  fotos_de_tus_resultados: sql`
    select p.first_name || ' ' || p.last_name as professional, consent.sentence, consent.consented_at, consent.revoked_at, consent.revoked_by,
      (select coalesce(json_agg(json_build_object('taken_on', photo.taken_on,
        'address', '/api/account/photo-consents/' || consent.id || '/photos/' || photo.id || '/large') order by photo.taken_on), '[]')
        from work_photos photo where photo.consent_id = consent.id) as photos
    from work_photo_consents consent join professionals p on p.id = consent.professional_id
    join client_cards card on card.professional_id = consent.professional_id and card.id = consent.card_id
    where exists (select from client_cards mine where mine.professional_id = card.professional_id
      and mine.client_id = any (${clientIds}::bigint[]) and card.id in (mine.id, mine.merged_into)) order by consent.consented_at`,
  fotos_de_tu_trabajo_en_clientes: sql`
    select coalesce(card.first_name, c.first_name) as first_name, consent.sentence, consent.consented_at, consent.revoked_at, consent.revoked_by,
      (select coalesce(json_agg(json_build_object('taken_on', photo.taken_on,
        'address', '/api/account/photo-consents/' || consent.id || '/photos/' || photo.id || '/large') order by photo.taken_on), '[]')
        from work_photos photo where photo.consent_id = consent.id) as photos
    from work_photo_consents consent join client_cards card on card.professional_id = consent.professional_id and card.id = consent.card_id
    left join clients c on c.id = card.client_id where consent.professional_id = ${professionalId} order by consent.consented_at`,
})
