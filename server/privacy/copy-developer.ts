/** The part of a personal data copy about keys and apps that act in the person's name. */
import { type RawBuilder, sql } from 'kysely'

export const developerParts = (accountId: number): Record<string, RawBuilder<unknown>> => ({
  llaves_de_la_api: sql`
    select name, scopes, acts_as, created_at, expires_at, revoked_at, last_used_at, last_problem_at, last_problem_code from api_keys
    where account_id = ${accountId} order by created_at`,
  apps_permitidas: sql`
    select app.name, g.scopes, g.acts_as, g.created_at, g.exchanged_at, g.expires_at, g.revoked_at, g.last_used_at
    from oauth_grants g join oauth_apps app on app.id = g.app_id where g.account_id = ${accountId} order by g.created_at`,
  apps_propias: sql`
    select name, website, redirect_uris, scopes, created_at from oauth_apps where account_id = ${accountId} order by created_at`,
  permisos_para_asistentes: sql`
    select app.name, m.acts, m.each_cents, m.total_cents, m.created_at, m.expires_at, m.revoked_at,
      (select jsonb_agg(jsonb_build_object('reserva', use.booking_id, 'acto', use.act, 'centavos', use.amount_cents, 'cuando', use.at)
        order by use.at) from mandate_uses use where use.mandate_id = m.id) as uses
    from mandates m join oauth_apps app on app.id = m.app_id where m.account_id = ${accountId} order by m.created_at`,
})
