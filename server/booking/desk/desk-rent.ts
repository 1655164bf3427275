/**
 * Walk-in rent: the host's desk holds hours for a professional who is there. The same price, hold and payment as any rent; the desk's
 * approval replaces the application that a space requires, but not a missing document. docs/booking/rented-hours.md.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  DeskRentQuote,
  deskInvite as inviteEndpoint,
  deskRentQuote as quoteEndpoint,
} from '#contract/booking/desk/desk-rent.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { deskMinutes } from '#contract/booking/desk/desk.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import type { DeskHold } from '#contract/booking/agenda/timeline.ts'
import { rentable } from '#server/availability/slots/space-time.ts'
import { requireOwnSpace } from '#server/booking/desk/desk.ts'
import { takeHold } from '#server/booking/checkout/hold-claims.ts'
import { findShown, shownById } from '#server/booking/summary/present.ts'
import { placeOf, rowOf } from '#server/booking/rent/reservation.ts'
import { findPriced, permissionOf, stayAt, stayOf } from '#server/booking/checkout/stay.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { publish } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'

type RequestParams = Input<typeof quoteEndpoint>['body']

/** How long a quote of the desk is valid. */
const quoteMinutes = 10
const tokenKind = 'desk-rent'
const Quoted = z.object({
  professionalId: z.int(),
  spaceId: z.int(),
  startsAt: z.int(),
  minutes: z.int(),
  totalCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

/** Refuses not_found for another host's space, no_such_professional, rent_not_allowed, slot_taken, slot_not_available. */
export const deskRentQuote = async (
  work: Work,
  { spaceId, contact, ...when }: RequestParams,
): Promise<z.input<typeof DeskRentQuote>> => {
  await requireOwnSpace(work, spaceId)
  const professional = (await professionalBy(work, contact)) ?? refuse('no_such_professional')
  const stay = stayOf(work, await findPriced(work, spaceId), when)
  const { explained, space } = await lookAt(work, professional.id, { spaceId, ...stay })
  const said: Quoted = {
    professionalId: professional.id,
    spaceId,
    startsAt: stay.startsAt,
    minutes: explained.chargedMinutes,
    totalCents: explained.totalCents,
  }
  return {
    professional: { firstName: professional.firstName, lastName: professional.lastName },
    startsAt: explained.startsAt,
    endsAt: explained.endsAt,
    zone: space.zone,
    lines: explained.lines,
    totalCents: explained.totalCents,
    depositCents: explained.depositCents,
    token: work.tokens.sign(tokenKind, said, new Date(work.now.getTime() + quoteMinutes * minuteMs)),
  }
}

/** Only a professional with a public page, by a confirmed contact: the desk learns nothing beyond that page. */
const professionalBy = (work: Work, contact: string) => {
  const digits = contact.replace(/\D/g, '')
  const isEmail = contact.includes('@')
  return work.db
    .selectFrom('accounts')
    .innerJoin('professionals', 'professionals.account_id', 'accounts.id')
    .select([
      'professionals.id',
      'professionals.first_name as firstName',
      'professionals.last_name as lastName',
    ])
    .where('professionals.status', '=', 'published')
    .where((db) =>
      isEmail
        ? db.and([
            db('accounts.email', '=', contact.trim().toLowerCase()),
            db('accounts.email_confirmed_at', 'is not', null),
          ])
        : db.and([
            db('accounts.phone', 'in', [`+52${digits}`, `+${digits}`]),
            db('accounts.phone_confirmed_at', 'is not', null),
          ]),
    )
    .executeTakeFirst()
}

const lookAt = async (
  work: Work,
  professionalId: number,
  { spaceId, startsAt, minutes }: { spaceId: number; startsAt: number; minutes: number },
) => {
  const stay = { startsAt: new Date(startsAt), minutes }
  const space = await findPriced(actingAs(work, { professionalId }), spaceId)
  const current = await permissionOf(work, professionalId, space, stay)
  if (current.may !== 'yes' && current.may !== 'apply')
    throw new Refusal(
      'rent_not_allowed',
      undefined,
      current.isIncluded
        ? 'Su convenio ya incluye estas horas: no se le cobran aparte.'
        : 'Esa persona todavía no puede rentar estas horas aquí: le falta un requisito del espacio, o su convenio no las cubre.',
    )
  const decision = await rentable(work, spaceId, { ...stay, professionalId, business: {} })
  if (!decision.ok) {
    if (decision.reason === 'professional_busy')
      throw new Refusal('slot_taken', undefined, 'Esa persona ya tiene algo a esa hora.')
    return refuse(decision.reason === 'unit_busy' ? 'slot_taken' : 'slot_not_available', {
      reason: decision.reason,
    })
  }
  const explained = explainRent(readyPrices(space), stayAt(work, space, { startsAt, minutes }))
  return {
    space,
    explained,
    unitId: decision.unitId ?? refuse('slot_not_available'),
    cleaningMinutes: decision.cleaningMinutes,
    agreementId: current.agreementId,
  }
}

/** Refuses quote_expired, quote_changed, and as the quote does. */
export const deskRent = async (work: Work, token: string): Promise<z.input<typeof DeskHold>> => {
  const opened = z.safeParse(Quoted, work.tokens.open(tokenKind, token, work.now))
  if (!opened.success) return refuse('quote_expired')
  const { professionalId, spaceId, startsAt, minutes, totalCents } = opened.data
  const hostId = await requireOwnSpace(work, spaceId)
  const { space, explained, ...place } = await lookAt(work, professionalId, { spaceId, startsAt, minutes })
  if (explained.totalCents !== totalCents) return refuse('quote_changed')
  const row = await rowOf(work, {
    ...(await placeOf(work, spaceId)),
    ...place,
    professionalId,
    request: { spaceId, startsAt, minutes, totalCents },
    explained,
    zone: space.zone,
  })
  const until = Math.min(work.now.getTime() + deskMinutes * minuteMs, row.ends_at.getTime())
  const id = await takeHold(work, {
    ...row,
    booked_by: 'host',
    source: 'desk',
    // Two holds per professional at this desk, as for its clients.
    holder: `desk:${hostId}:professional:${professionalId}`,
    hold_expires_at: new Date(until),
  })
  await publish(work, 'reservation.desk_held', { bookingId: id })
  const shown = await shownById(work, id)
  return {
    bookingId: id,
    expiresAt: new Date(until).toISOString(),
    startsAt: shown.starts_at.toISOString(),
    endsAt: shown.ends_at.toISOString(),
    zone: shown.zone,
    unitName: shown.unit_name,
    totalCents: shown.total_cents,
    outbox: null,
  }
}

/** The email by which the renter pays; nothing if the hold has expired. */
export const mailDeskRent = async (work: Work, id: string) => {
  const shown = await findShown(work, id)
  if (shown?.status !== 'held' || shown.hold_expires_at === null) return
  const to = await work.db
    .selectFrom('professionals')
    .innerJoin('accounts', 'accounts.id', 'professionals.account_id')
    .select('accounts.email')
    .where('professionals.id', '=', shown.professional_id)
    .executeTakeFirstOrThrow()
  const when = `${longDate(shown.starts_at, shown.zone)}, ${clockTime(shown.starts_at, shown.zone)} a ${clockTime(shown.ends_at, shown.zone)} h`
  const subject = `Paga tus horas: ${spaceOf(shown)}, ${when}`
  await sendMail(work, {
    to: to.email,
    subject,
    dedupeKey: `desk-rent:${id}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `Hola, ${shown.professional_first_name}: en la recepción de ${spaceOf(shown)} apartaron estas horas para ti.`,
        `Págalas antes de las ${clockTime(shown.hold_expires_at, shown.zone)} h. Si no las pediste, no hagas nada: se liberan solas y no se cobra nada.`,
      ],
      facts: [
        ['Dónde', [shown.unit_name, spaceOf(shown)].filter(Boolean).join(', ')],
        ['Cuándo', when],
        ['Total', formatCents(shown.total_cents)],
      ],
      action: { label: 'Pagar mis horas', address: `${work.config.publicUrl}/dynamic-checkout?rent=${id}` },
    }),
  })
}

type Invited = Input<typeof inviteEndpoint>['body']

/** Replies the same whether or not there is an account: the email leads to the space either way. Refuses not_found. */
export const deskInvite = async (work: Work, { spaceId, email }: Invited): Promise<{ ok: true }> => {
  await requireOwnSpace(work, spaceId)
  if ((await publishedSpace(work, spaceId)) === undefined) return refuse('not_found')
  await inTransaction(work, async (work) => {
    const invitation = { id: randomUUID(), space_id: spaceId, email, created_at: work.now }
    await work.db.insertInto('desk_invitations').values(invitation).execute()
    await publish(work, 'reservation.desk_invited', { invitationId: invitation.id })
  })
  return { ok: true }
}

const publishedSpace = (work: Work, spaceId: number) =>
  work.db
    .selectFrom('spaces')
    .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
    .select(['spaces.name', 'spaces.zone', 'businesses.name as business'])
    .where('spaces.id', '=', spaceId)
    .where('spaces.status', '=', 'published')
    .executeTakeFirst()

/** Once a day per address and space; the address is deleted as soon as the email has been sent. */
export const mailDeskInvite = async (work: Work, invitationId: string) => {
  const invitation = await work.db
    .selectFrom('desk_invitations')
    .select(['space_id', 'email'])
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (invitation === undefined) return
  const { space_id: spaceId, email } = invitation
  await mailInvitation(work, spaceId, email)
  await work.db.deleteFrom('desk_invitations').where('id', '=', invitationId).execute()
}

const mailInvitation = async (work: Work, spaceId: number, email: string) => {
  const space = await publishedSpace(work, spaceId)
  if (space === undefined) return
  const subject = `${space.business} te invita a rentar por horas`
  await sendMail(work, {
    to: email,
    subject,
    dedupeKey: `desk-invite:${spaceId}:${email}:${localDate(work.now, space.zone)}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `En la recepción de ${space.business} dejaste tu correo para rentar en ${space.name}.`,
        'Crea tu perfil profesional y renta las horas que necesites. Si no lo pediste, ignora este correo.',
      ],
      facts: [],
      action: {
        label: 'Crear mi perfil y ver el espacio',
        address: `${work.config.publicUrl}/auth?tab=register&redirect=${encodeURIComponent(`/space/${spaceId}`)}`,
      },
    }),
  })
}
