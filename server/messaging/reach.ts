/** The channels that reach a person: SMS at a confirmed number only, WhatsApp where they agreed, push where they subscribed. */
import { sql } from 'kysely'
import type { Channel, Reach } from '#contract/messaging/channel.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { agree, consentSince, takeBack } from '#server/messaging/consent.ts'
import { devicesOf } from '#server/messaging/device.ts'
import { optedOut } from '#server/messaging/opt-out.ts'
import { pushSenderOf, textSenderOf, whatsappNumberOf, whatsappSenderOf } from '#server/messaging/outside.ts'
import { masked } from '#server/messaging/way.ts'

/** Whether this channel is set up here. */
export const isOpen = ({ config }: Work, channel: Channel): boolean =>
  channel === 'email' ||
  { push: pushSenderOf, whatsapp: whatsappSenderOf, sms: textSenderOf }[channel](config) !== null

/** The viewer's, for the screen. */
export const reachOf = async (work: Work): Promise<Reach> => {
  const accountId = own(work)
  const { phone, phoneConfirmedAt } = (await knownOf(work, accountId)) ?? refuse('not_signed_in')
  const since = phone === null ? null : await consentSince(work, { accountId }, phone)
  return {
    phone: phone === null ? null : { hint: masked('sms', phone), confirmed: phoneConfirmedAt !== null },
    sms: {
      available: isOpen(work, 'sms'),
      stopped: phone !== null && (await optedOut(work, [phone])).has(phone),
    },
    whatsapp: {
      available: isOpen(work, 'whatsapp'),
      since: since?.toISOString() ?? null,
      number: whatsappNumberOf(work.config),
    },
    push: {
      available: isOpen(work, 'push'),
      key: work.config.vapid?.publicKey ?? null,
      devices: await devicesOf(work, accountId),
    },
  }
}

/** Refuses phone_unconfirmed and whatsapp_unavailable; revoking is always possible. */
export const chooseWhatsapp = async (work: Work, wanted: boolean): Promise<Reach> => {
  const accountId = own(work)
  if (wanted) {
    if (!isOpen(work, 'whatsapp')) refuse('whatsapp_unavailable')
    const known = await knownOf(work, accountId)
    const phone = known?.phoneConfirmedAt === null ? null : (known?.phone ?? null)
    await agree(work, { accountId }, phone ?? refuse('phone_unconfirmed'))
  } else await takeBack(work, { accountId })
  return reachOf(work)
}

export type Reachable = { accountId: number; phone: string | null; whatsapp: string | null; push: boolean }

/** Of these accounts, in one query; `phone` for text messages. A number that was changed or lost its confirmation reaches no one. */
export const reachable = async (
  work: Work,
  accountIds: readonly number[],
): Promise<Map<number, Reachable>> => {
  const { rows } = await sql<Reachable>`
    select a.id as "accountId", case when a.phone_confirmed_at is not null
        and not exists (select from text_opt_outs o where o.phone = a.phone) then a.phone end as phone,
      consent.phone as whatsapp, exists (select from push_devices d where d.account_id = a.id) as push
    from accounts a
    left join whatsapp_consents consent on consent.account_id = a.id and consent.revoked_at is null
      and consent.phone = a.phone and a.phone_confirmed_at is not null
    where a.id = any(${accountIds}::bigint[])`.execute(work.db)
  return new Map(rows.map((row) => [row.accountId, row]))
}

const own = (work: Work): number => work.viewer.accountId ?? refuse('not_signed_in')
