import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { fixedText, PerUse, perUseText } from '#contract/hiring/agreement.ts'
import { WeeklyWindow } from '#contract/availability/availability.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { CancelQuote } from '#contract/booking/cancellation.ts'
import { SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Done,
  Id,
  Instant,
  LocalDate,
  LongText,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'

export const roleList = ['resident', 'employee', 'reception'] as const
export const MemberRole = z.enum(roleList)
export type MemberRole = z.output<typeof MemberRole>

export const memberRoles: Readonly<Record<MemberRole, string>> = {
  resident: 'Residente',
  employee: 'Empleado o empleada',
  reception: 'Recepción',
}

export const permissionList = ['see_own', 'see_all', 'charge', 'cancel', 'reports'] as const
export const Permission = z.enum(permissionList)
export type Permission = z.output<typeof Permission>

export const permissions: Readonly<Record<Permission, string>> = {
  see_own: 'Ver su propia agenda en la casa',
  see_all: 'Ver la agenda de toda la casa',
  charge: 'Cobrar rentas del equipo',
  cancel: 'Cancelar citas en nombre de la casa',
  reports: 'Ver reportes de uso y renta',
}

/** Who cancels must see what they cancel: what stands in the way of these permissions together, or null. */
export const permissionGap = (granted: readonly Permission[]): string | null =>
  granted.includes('cancel') && !granted.includes('see_own') && !granted.includes('see_all')
    ? 'Para cancelar citas hay que verlas: elige también su agenda o la de toda la casa.'
    : null

/** Where choosing begins. */
export const presets = {
  assistant: { label: 'Asistente', permissions: ['see_all'] },
  professional: { label: 'Profesional', permissions: ['see_own'] },
  reception: { label: 'Recepción', permissions: ['see_all', 'cancel'] },
  manager: { label: 'Gerente', permissions: ['see_all', 'charge', 'cancel', 'reports'] },
  owner: { label: 'Dueña o dueño', permissions: ['see_own', 'see_all', 'charge', 'cancel', 'reports'] },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>

export const MemberStatus = z.enum(['invited', 'pending_details', 'active', 'paused', 'ended'])
export type MemberStatus = z.output<typeof MemberStatus>

export const memberStatuses: Readonly<Record<MemberStatus, string>> = {
  invited: 'Invitación enviada',
  pending_details: 'Faltan documentos',
  active: 'En el equipo',
  paused: 'En pausa',
  ended: 'Terminó',
}

/** product.md §3 and §4. */
export const teamLimits = { linkDays: 7, noticeDays: 7, unpaidDays: 3, cardTries: 3 } as const

export type TeamParty = 'host' | 'member' | 'platform'

/** The table of moves (product.md §4): who may do what from where. Server, buttons and tests read it. */
export const memberMoves = {
  invite_again: { by: ['host'], from: ['invited', 'ended'], to: 'invited' },
  revoke: { by: ['host'], from: ['invited'], to: 'ended' },
  accept: { by: ['member'], from: ['invited'], to: 'active' },
  decline: { by: ['member'], from: ['invited'], to: 'ended' },
  expire: { by: ['platform'], from: ['invited'], to: 'ended' },
  complete: { by: ['platform'], from: ['pending_details'], to: 'active' },
  edit: { by: ['host'], from: ['pending_details', 'active', 'paused'], to: 'same' },
  pause: { by: ['host'], from: ['active'], to: 'paused' },
  resume: { by: ['host'], from: ['paused'], to: 'active' },
  give_notice: { by: ['host', 'member'], from: ['pending_details', 'active', 'paused'], to: 'same' },
  end: { by: ['platform'], from: ['pending_details', 'active', 'paused'], to: 'ended' },
} as const satisfies Record<
  string,
  { by: readonly TeamParty[]; from: readonly MemberStatus[]; to: MemberStatus | 'same' }
>
export type MemberMove = keyof typeof memberMoves

/** What the table looks at beside the status. Instants as ISO text. */
export type MemberFacts = {
  status: MemberStatus
  expiresAt: string
  endsAt: string | null
  /** They came once: a new invitation is a new membership. */
  joined: boolean
}

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMoveMember = (
  move: MemberMove,
  party: TeamParty,
  member: MemberFacts,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly TeamParty[]; from: readonly MemberStatus[] } = memberMoves[move]
  if (!rule.by.includes(party)) return no('Esta acción le toca a otra persona.')
  if (!rule.from.includes(member.status)) return no(notFromHere[member.status])
  const over = Date.parse(member.expiresAt) <= now.getTime()
  if (move === 'expire' && !over) return no('Todavía hay tiempo para responder.')
  if ((move === 'accept' || move === 'decline') && over) return no('Esta invitación venció.')
  if (move === 'invite_again' && member.joined)
    return no('Ya estuvo en el equipo: invítala de nuevo desde cero.')
  if (move === 'give_notice' && member.endsAt !== null) return no('Ya se dio aviso de salida.')
  return { allowed: true }
}

const no = (reason: string) => ({ allowed: false, reason }) as const

const notFromHere: Readonly<Record<MemberStatus, string>> = {
  invited: 'Todavía no responde la invitación.',
  pending_details: 'Faltan sus documentos.',
  active: 'Ya está en el equipo.',
  paused: 'Está en pausa.',
  ended: 'Ya no está en el equipo.',
}

// ——— What somebody of the house pays

const Cents = z.int().check(z.minimum(100), z.maximum(500_000_00))

/** A fixed rent by week or month, that runs collect; beside it, or instead, a part of each service or a rate by the hour. */
export const HouseTerms = z.object({
  fixed: z._default(z.nullable(z.object({ every: z.enum(['week', 'month']), amountCents: Cents })), null),
  /** Taken out of each appointment by itself; null: nothing. */
  perUse: z._default(z.nullable(PerUse), null),
})
export type HouseTerms = z.output<typeof HouseTerms>

/** "$1,200 a la semana y 20 % de cada servicio" */
export const houseTermsText = ({ fixed, perUse }: HouseTerms): string => {
  const parts = [fixed === null ? '' : fixedText(fixed), perUse === null ? '' : perUseText(perUse)].filter(
    (part) => part !== '',
  )
  return parts.length === 0 ? 'Sin renta' : parts.join(' y ')
}

const dayMs = 86_400_000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs
const daysOfMonth = (day: number) => {
  const at = new Date(day * dayMs)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
}

/**
 * The fixed rent of the days from `from` to `to`, both included: a week is seven days, each day of a month its part of that
 * month. Rounded once, half up; whole weeks and whole months come out whole.
 */
export const fixedRentCents = (terms: HouseTerms, from: string, to: string): number => {
  const { fixed } = terms
  if (fixed === null) return 0
  const [first, last] = [dayNumber(from), dayNumber(to)]
  if (last < first) return 0
  if (fixed.every === 'week') return Math.round((fixed.amountCents * (last - first + 1)) / 7)
  // Days by the length of their month, so that each month is divided once.
  const byLength = new Map<number, number>()
  for (let day = first; day <= last; day += 1) {
    const length = daysOfMonth(day)
    byLength.set(length, (byLength.get(length) ?? 0) + 1)
  }
  return Math.round(
    [...byLength].reduce((sum, [length, days]) => sum + (fixed.amountCents * days) / length, 0),
  )
}

/** The day after a period that begins on this one: seven days on, or the first of the next month. */
export const nextRentDay = (every: 'week' | 'month', from: string): string => {
  const at = new Date(`${from}T00:00:00Z`)
  if (every === 'week') at.setUTCDate(at.getUTCDate() + 7)
  else at.setUTCMonth(at.getUTCMonth() + 1, 1)
  return at.toISOString().slice(0, 10)
}

// ——— Shapes

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })
const Shift = z.nullable(z.array(WeeklyWindow).check(z.minLength(1), z.maxLength(42)))

/** Somebody of the house, for its host. */
export const Member = z.object({
  id: Id,
  version: z.int(),
  status: MemberStatus,
  name: z.string(),
  /** Where the invitation went, one of the two; both null once they have come: their address is theirs. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  role: MemberRole,
  permissions: z.array(Permission),
  clientContact: z.boolean(),
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  unitId: z.nullable(Id),
  unitName: z.nullable(z.string()),
  shift: Shift,
  terms: HouseTerms,
  agreementId: z.nullable(Id),
  missingDocuments: z.array(z.string()),
  /** Rent that runs charged and nobody has paid yet. */
  owedCents: z.int(),
  blocked: z.boolean(),
  expiresAt: Instant,
  joinedAt: z.nullable(Instant),
  /** Of the agreement behind it. */
  noticeDays: z.int(),
  endsAt: z.nullable(Instant),
  endedHow: z.nullable(z.enum(['declined', 'revoked', 'expired', 'notice'])),
  moves: z.array(PossibleMove),
})
export type Member = z.output<typeof Member>

/** A house that I belong to. */
export const Membership = z.object({
  id: Id,
  version: z.int(),
  status: MemberStatus,
  role: MemberRole,
  permissions: z.array(Permission),
  clientContact: z.boolean(),
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  unitName: z.nullable(z.string()),
  shift: Shift,
  terms: HouseTerms,
  missingDocuments: z.array(z.string()),
  owedCents: z.int(),
  blocked: z.boolean(),
  /** Of the agreement behind it. */
  noticeDays: z.int(),
  endsAt: z.nullable(Instant),
  moves: z.array(PossibleMove),
})
export type Membership = z.output<typeof Membership>

const Invited = {
  spaceId: Id,
  unitId: z._default(z.nullable(Id), null),
  name: Text(80),
  /** An e-mail or a telephone: one of the two. */
  email: z._default(z.nullable(Email), null),
  phone: z._default(z.nullable(TypedAddress(30)), null),
  role: MemberRole,
  permissions: z.array(Permission).check(z.maxLength(5)),
  clientContact: z._default(z.boolean(), false),
  shift: z._default(Shift, null),
  terms: HouseTerms,
  message: z._default(LongText(500), ''),
}

const OneMember = z.object({ id: Id })
const Version = z.object({ version: z.int() })
const common = ['not_found', 'stale_version', 'member_not_movable'] as const

export const team = endpoint({
  method: 'GET',
  path: '/api/host/team',
  summary: 'People of my house, those who are there first',
  access: 'host',
  reply: z.array(Member),
})

/** The link is told once, to whoever made it; the house keeps its hash. */
const WithLink = z.object({
  member: Member,
  link: z.string(),
  /** The same to point a telephone at, an SVG. */
  qr: z.string(),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/host/team',
  summary:
    'Invite somebody into the house: a link that works once, for seven days, for one e-mail or telephone',
  access: 'host',
  body: z.object(Invited),
  reply: WithLink,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'invalid_input',
    'host_not_verified',
    'space_not_published',
    'member_exists',
    'shift_taken',
    'hours_overlap',
    'invitation_to_oneself',
    'sms_unavailable',
    'invalid_phone',
    'too_many_requests',
  ],
})

export const inviteMemberAgain = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/again',
  summary: 'A new link, seven days more; the one before dies at once',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: WithLink,
  idempotent: true,
  refusals: [...common, 'member_exists', 'shift_taken', 'too_many_requests'],
})

export const editMember = endpoint({
  method: 'PUT',
  path: '/api/host/team/:id',
  summary: 'Permissions, chair and shift; what they pay stays as they accepted it',
  access: 'host',
  params: OneMember,
  body: z.object({
    version: z.int(),
    permissions: Invited.permissions,
    unitId: Invited.unitId,
    shift: Invited.shift,
  }),
  reply: Member,
  refusals: [...common, 'invalid_input', 'shift_taken', 'hours_overlap'],
})

export const revokeMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/revoke',
  summary: 'Take an invitation back; its link dies at once',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const pauseMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/pause',
  summary: 'No new appointments and no permissions for a while',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const resumeMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/resume',
  summary: 'On with it',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const terminateMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/terminate',
  summary: 'Give notice: so many days more as were agreed on, firm appointments are honoured',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})

export const memberships = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'Houses that I belong to',
  access: 'account',
  reply: z.array(Membership),
})

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/api/team/:id/leave',
  summary: 'Give notice as a member',
  access: 'account',
  params: OneMember,
  body: Version,
  reply: Membership,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})

/** What stands on a day of the house, as far as a member may see. */
export const HouseDay = z.object({
  date: LocalDate,
  zone: Zone,
  bookings: z.array(
    z.object({
      id: Uuid,
      startsAt: Instant,
      endsAt: Instant,
      status: BookingStatus,
      unitName: z.nullable(z.string()),
      professionalName: z.string(),
      /** No more of a client than this, unless the service belongs to the house. */
      clientFirstName: z.nullable(z.string()),
      clientContact: z.nullable(z.object({ lastName: z.string(), phone: z.string() })),
      serviceName: z.string(),
      isMine: z.boolean(),
      /** Whether who looks may cancel it in the name of the house, and why not; null: that is not theirs to do. */
      cancel: z.nullable(z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) })),
    }),
  ),
})
export type HouseDay = z.output<typeof HouseDay>

export const houseDay = endpoint({
  method: 'GET',
  path: '/api/team/:id/day',
  summary: 'Appointments of a day in the house: mine, or everybody’s, as I may see',
  access: 'account',
  params: OneMember,
  query: z.object({ date: LocalDate }),
  reply: HouseDay,
  refusals: ['not_found', 'member_may_not'],
})

export const teamDay = endpoint({
  method: 'GET',
  path: '/api/host/team/day',
  summary: 'Appointments of a day at one of my spaces, with as much of clients as the wall lets through',
  access: 'host',
  query: z.object({ space: Id, date: LocalDate }),
  reply: HouseDay,
  refusals: ['not_found'],
})

export const houseCancelQuote = endpoint({
  method: 'POST',
  path: '/api/team/:id/bookings/:booking/cancel-quote',
  summary: 'What cancelling in the name of the house would cost it',
  access: 'account',
  params: z.object({ id: Id, booking: Uuid }),
  reply: CancelQuote,
  refusals: ['not_found', 'member_may_not', 'move_not_allowed'],
})

export const houseCancel = endpoint({
  method: 'POST',
  path: '/api/team/:id/bookings/:booking/cancel',
  summary: 'Cancel in the name of the house, as quoted',
  access: 'account',
  params: z.object({ id: Id, booking: Uuid }),
  body: z.object({ quoteToken: z.string().check(z.maxLength(2000)), reason: Text(300) }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'move_not_allowed', 'quote_expired', 'quote_changed'],
})

export const houseReport = endpoint({
  method: 'GET',
  path: '/api/team/:id/report',
  summary: 'Use and rent of the house between two dates, by unit',
  access: 'account',
  params: OneMember,
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: z.object({
    bookings: z.int(),
    minutes: z.int(),
    rentCents: z.int(),
    units: z.array(z.object({ name: z.string(), bookings: z.int(), minutes: z.int(), rentCents: z.int() })),
  }),
  refusals: ['not_found', 'member_may_not', 'invalid_input'],
})

// ——— Rent runs

const Period = { from: LocalDate, to: LocalDate }
/** Run in the name of the house by a member who may. */
const As = { membership: z._default(z.nullable(Id), null) }
/** Read in its name. */
const InName = z.object({ membership: z.optional(Id) })

export const RentPreview = z.object({
  ...Period,
  rows: z.array(
    z.object({
      memberId: Id,
      name: z.string(),
      terms: HouseTerms,
      amountCents: z.int(),
      /** How it comes about, or why there is nothing to charge. */
      explanation: z.string(),
      /** Already taken out of appointments in those days. */
      perUseCents: z.int(),
      chargeable: z.boolean(),
    }),
  ),
  totalCents: z.int(),
  commissionCents: z.int(),
})
export type RentPreview = z.output<typeof RentPreview>

export const previewRentRun = endpoint({
  method: 'POST',
  path: '/api/host/rent-runs/preview',
  summary: 'What a run over these days would charge, to whom, and why',
  access: 'account',
  body: z.object({ ...Period, ...As }),
  reply: RentPreview,
  refusals: ['not_found', 'member_may_not', 'invalid_input'],
})

export const RentRun = z.object({
  id: Uuid,
  ...Period,
  madeAt: Instant,
  charges: z.array(
    z.object({
      id: Uuid,
      memberId: Id,
      name: z.string(),
      amountCents: z.int(),
      /** Of it, what was for days that nobody used. */
      returnedCents: z.int(),
      status: z.enum(['due', 'paid']),
      paidAt: z.nullable(Instant),
      /** Their kept card said no; it is asked again, or not any more. */
      refused: z.boolean(),
      /** New appointments wait for it. */
      blocked: z.boolean(),
    }),
  ),
})
export type RentRun = z.output<typeof RentRun>

export const collectRent = endpoint({
  method: 'POST',
  path: '/api/host/rent-runs',
  summary:
    'Charge the rent of these days: taken out of what each professional earns next, with a receipt for both',
  access: 'account',
  body: z.object({
    ...Period,
    ...As,
    memberIds: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    /** What was shown; another sum is refused. */
    totalCents: z.int(),
  }),
  reply: RentRun,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'invalid_input', 'rent_charged', 'rent_changed'],
})

export const rentRuns = endpoint({
  method: 'GET',
  path: '/api/host/rent-runs',
  summary: 'Runs of my house, or of the house that lets me charge, the newest first',
  access: 'account',
  query: InName,
  reply: z.array(RentRun),
  refusals: ['not_found', 'member_may_not'],
})

/** Whether fixed rents charge themselves, each period on its first day. */
export const RentCollection = z.object({ byItself: z.boolean() })
export type RentCollection = z.output<typeof RentCollection>

export const rentCollection = endpoint({
  method: 'GET',
  path: '/api/host/rent-collection',
  summary: 'Whether the fixed rents of my house charge themselves',
  access: 'host',
  reply: RentCollection,
  refusals: ['not_found'],
})

export const setRentCollection = endpoint({
  method: 'PUT',
  path: '/api/host/rent-collection',
  summary: 'Let fixed rents charge themselves from today on, or charge them by hand',
  access: 'host',
  body: RentCollection,
  reply: RentCollection,
  idempotent: true,
  refusals: ['not_found'],
})

/** One charge with its lines, for the one who pays and the one who receives. */
export const RentReceipt = z.object({
  id: Uuid,
  party: z.enum(['professional', 'host']),
  status: z.enum(['due', 'paid']),
  ...Period,
  businessName: z.string(),
  name: z.string(),
  explanation: z.string(),
  chargedAt: Instant,
  paidAt: z.nullable(Instant),
  lines: z.array(z.object({ code: z.string(), label: z.string(), amountCents: z.int() })),
  netCents: z.int(),
  /** What of it is still to be paid: earnings may have paid a part. */
  owedCents: z.int(),
  /** What paid it. */
  paidBy: z.nullable(z.enum(['card', 'earnings'])),
  /** The kept card said no: when it is asked again; null: not any more. */
  refused: z.nullable(z.object({ againAt: z.nullable(Instant) })),
  /** A card is being asked, for who pays: its payment, and where their bank wants an approval. */
  paying: z.nullable(z.object({ paymentId: Uuid, actionUrl: z.nullable(z.string()) })),
  blocked: z.boolean(),
})
export type RentReceipt = z.output<typeof RentReceipt>

export const rentReceipts = endpoint({
  method: 'GET',
  path: '/api/rent-charges',
  summary: 'Rent that I was charged as somebody of a house, the newest first',
  access: 'account',
  reply: z.array(RentReceipt),
})

export const rentReceipt = endpoint({
  method: 'GET',
  path: '/api/rent-charges/:id/receipt',
  summary: 'The receipt of one charge, drawn from the ledger, for either party',
  access: 'account',
  params: z.object({ id: Uuid }),
  query: InName,
  reply: RentReceipt,
  refusals: ['not_found', 'member_may_not'],
})

export const payRentCharge = endpoint({
  method: 'POST',
  path: '/api/rent-charges/:id/pay',
  summary: 'Pay what is still owed of a rent by card; the card may be kept for the rents to come',
  access: 'account',
  params: z.object({ id: Uuid }),
  body: z.object({
    cardToken: z.string().check(z.minLength(4), z.maxLength(200)),
    keep: z._default(z.boolean(), false),
  }),
  reply: RentReceipt,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'rent_paid', 'rent_card_declined', 'payment_in_progress', 'too_many_requests'],
})

/** The card that my rents are charged to by themselves. */
export const RentCard = z.object({ brand: z.string(), last4: z.string(), keptAt: Instant })
export type RentCard = z.output<typeof RentCard>

export const rentCard = endpoint({
  method: 'GET',
  path: '/api/rent-card',
  summary: 'The card kept for my rents, if there is one',
  access: 'account',
  reply: z.object({ card: z.nullable(RentCard) }),
})

export const forgetRentCard = endpoint({
  method: 'DELETE',
  path: '/api/rent-card',
  summary: 'Keep the card no longer; what is owed is paid by hand or by earnings again',
  access: 'account',
  reply: Done,
})

// ——— The link

export const InhouseInvitation = z.object({
  state: z.enum(['open', 'expired', 'used']),
  businessName: z.string(),
  hostFirstName: z.string(),
  /** By which it came, and by which its holder is known. */
  channel: z.enum(['email', 'sms']),
  /** The rest is for an open link only. */
  offer: z.nullable(
    z.object({
      name: z.string(),
      /** "k•••@correo.mx", "+52 ••• ••• 5678" */
      addressHint: z.string(),
      /** Whether it is the address of the account that looks, and confirmed. */
      account: z.enum(['none', 'other', 'unconfirmed', 'right']),
      version: z.int(),
      role: MemberRole,
      permissions: z.array(Permission),
      clientContact: z.boolean(),
      space: z.object({
        id: Id,
        name: z.string(),
        spaceType: SpaceType,
        photos: z.array(z.string()),
        neighbourhood: z.nullable(z.string()),
        city: z.string(),
        zone: Zone,
        rules: z.array(z.object({ label: z.string(), answer: z.string() })),
        rulesText: z.string(),
        requiredDocuments: z.array(z.string()),
      }),
      unitName: z.nullable(z.string()),
      shift: Shift,
      terms: HouseTerms,
      noticeDays: z.int(),
      message: z.string(),
      expiresAt: Instant,
    }),
  ),
})
export type InhouseInvitation = z.output<typeof InhouseInvitation>

const Token = z.object({ token: z.string().check(z.minLength(1), z.maxLength(400)) })

export const inhouse = endpoint({
  method: 'GET',
  path: '/api/inhouse/:token',
  summary: 'What a link into a house offers; looking changes nothing',
  access: 'anyone',
  params: Token,
  reply: InhouseInvitation,
  refusals: ['not_found'],
})

export const acceptInhouse = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/accept',
  summary: 'Join, with the account of the address that was invited; the link works no more',
  access: 'account',
  params: Token,
  body: Version,
  reply: Membership,
  idempotent: true,
  refusals: [
    'not_found',
    'stale_version',
    'member_not_movable',
    'team_of_another',
    'email_not_confirmed',
    'phone_not_confirmed',
    'agreement_exists',
    'space_not_published',
    'member_exists',
  ],
})

export const declineInhouse = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/decline',
  summary: 'Say no by the link; it works no more',
  access: 'anyone',
  params: Token,
  body: Version,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'stale_version', 'member_not_movable'],
})

export const askInhouseAgain = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/ask-again',
  summary: 'Ask the host for a new link, once a day',
  access: 'anyone',
  params: Token,
  reply: Done,
  idempotent: true,
  limit: 'email',
  refusals: ['not_found', 'too_many_requests'],
})
