/** Notices about a connected calendar account: its consent is revoked, a chosen calendar is gone, or its owner changed an agreed booking there. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { CalendarProviderName, providerWords } from '#contract/platform/calendar-provider.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { blockIn, bookingIn } from '#server/connection/ref.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

/** Once for each time that the consent is lost. */
export const notifyRevoked = async (
  work: Work,
  { calendarAccountId, at }: Payload<'calendar_account.revoked'>,
) => {
  const { rows } = await sql<{ accountId: number; provider: string; ofUnits: boolean }>`
    select coalesce(professional.account_id, host.account_id) as "accountId", account.provider, account.host_id is not null as "ofUnits"
    from calendar_accounts account left join professionals professional on professional.id = account.professional_id
    left join hosts host on host.id = account.host_id
    where account.id = ${calendarAccountId} and account.revoked_at is not null and account.leaving_at is null`.execute(
    work.db,
  )
  for (const { accountId, provider, ofUnits } of rows) {
    const { calendar, company } = wordsOf(provider)
    await notifyEach(work, [accountId], {
      title: `Se desconectó tu ${calendar}`,
      message: `${company} ya no nos deja verlo. Lo que tenía ocupado sigue apartado${ofUnits ? ' en tus unidades' : ', tus citas nuevas esperan tu respuesta'} y lo que cambie aquí no llega allá. Conéctalo otra vez: lo que elegiste se queda.`,
      about: { kind: 'connections', id: '' },
      key: `calendar_account:${calendarAccountId}:${at}`,
    })
  }
}

/** Once for each time that a chosen calendar is no longer listed; found again meanwhile, nothing is to be done. */
export const notifyCalendarLost = async (
  work: Work,
  { calendarAccountId, at }: Payload<'calendar_account.calendar_lost'>,
) => {
  const { rows } = await sql<{
    accountId: number
    provider: string
    ofUnits: boolean
    busy: boolean
    target: boolean
  }>`
    select coalesce(professional.account_id, host.account_id) as "accountId", account.provider, account.host_id is not null as "ofUnits",
      bool_or(calendar.outside_id is not null) as busy, bool_or(calendar.target) as target
    from calendar_accounts account join connected_calendars calendar on calendar.account_id = account.id
    left join professionals professional on professional.id = account.professional_id
    left join hosts host on host.id = account.host_id
    where account.id = ${calendarAccountId} and account.leaving_at is null and calendar.lost_at is not null
    group by account.id, professional.account_id, host.account_id`.execute(work.db)
  for (const { accountId, provider, ofUnits, busy, target } of rows) {
    const { calendar } = wordsOf(provider)
    const taken = ofUnits
      ? ' Lo que tenía ocupado sigue apartado en tus unidades.'
      : ' Lo que tenía ocupado sigue apartado y tus citas nuevas esperan tu respuesta.'
    const written = ofUnits
      ? ' Las rentas y citas de esa unidad ya no se escriben allá.'
      : ' Tus citas ya no se escriben allá.'
    await notifyEach(work, [accountId], {
      title: `Un calendario ya no está en tu ${calendar}`,
      message: `Se borró o te lo dejaron de compartir.${busy ? taken : ''}${target ? written : ''} Elige otro, o deja de usarlo. Si regresa, seguimos solos.`,
      about: { kind: 'connections', id: '' },
      key: `calendar_account:${calendarAccountId}:lost:${at}`,
    })
  }
}

const wordsOf = (provider: string) => providerWords[z.parse(CalendarProviderName, provider)]

type Row = {
  accountId: number
  provider: string
  kind: 'moved' | 'deleted'
  title: string
  startsAt: Date
  toStartsAt: Date | null
  zone: string
}

/** Decided meanwhile, or gone: nothing to ask. */
export const notifyDifference = async (
  work: Work,
  { differenceId }: Payload<'calendar_difference.found'>,
) => {
  const { rows } = await sql<Row>`
    select coalesce(professional.account_id, host.account_id) as "accountId", account.provider, difference.kind,
      written.starts_at as "startsAt", difference.starts_at as "toStartsAt",
      coalesce(booking.zone, professional.zone, space.zone, 'America/Mexico_City') as zone,
      case when host.id is not null then case when booking.kind = 'visit' then 'una cita en ' when booking.kind = 'rent' then 'una renta en '
          when block.id is not null then 'un bloqueo en ' else 'una clase en ' end || coalesce(unit.name, 'tu unidad')
        when booking.kind = 'visit' then 'la cita de ' || coalesce(booking.contact ->> 'firstName', booking.service_name)
        when booking.kind = 'rent' then 'tus horas rentadas' when difference.ref like 'block-%' then 'un bloqueo' else 'una clase' end as title
    from calendar_differences difference join calendar_accounts account on account.id = difference.account_id
    left join professionals professional on professional.id = account.professional_id
    left join hosts host on host.id = account.host_id
    join written_events written on written.account_id = difference.account_id and written.ref = difference.ref
    join connected_calendars calendar on calendar.id = written.calendar_id
    left join bookings booking on booking.id = ${bookingIn('difference.ref')}
    left join blocks block on block.id = ${blockIn('difference.ref')}
    left join units unit on unit.id = calendar.unit_id left join spaces space on space.id = unit.space_id
    where difference.id = ${differenceId} and difference.state = 'open'`.execute(work.db)
  for (const { accountId, provider, kind, title, startsAt, toStartsAt, zone } of rows) {
    const { place } = wordsOf(provider)
    const was = `${longDate(startsAt, zone)}, ${clockTime(startsAt, zone)} h`
    const isSameDay = toStartsAt !== null && localDate(toStartsAt, zone) === localDate(startsAt, zone)
    const to =
      toStartsAt === null
        ? ''
        : `${isSameDay ? '' : `${longDate(toStartsAt, zone)}, `}${clockTime(toStartsAt, zone)} h`
    await notifyEach(work, [accountId], {
      title: kind === 'moved' ? `En ${place} moviste ${title}` : `En ${place} borraste ${title}`,
      message:
        kind === 'moved'
          ? `Era el ${was} y allá quedó en ${to}. Aquí sigue a su hora: dinos si la cambiamos o si la regresamos en ${place}.`
          : `Es el ${was}. Aquí sigue en pie: dinos si también se cancela aquí o si la regresamos en ${place}.`,
      about: { kind: 'connections', id: '' },
      key: `calendar_difference:${differenceId}`,
    })
  }
}
