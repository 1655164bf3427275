/**
 * A payee's account at the processor, which receives their payouts. They open it on the processor's pages; Kalli stores
 * its status and open requirements, never what they entered there.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant } from '#contract/platform/shapes.ts'

export const PayoutParty = z.enum(['professional', 'host'])
export type PayoutParty = z.output<typeof PayoutParty>

export const PayoutAccountState = z.enum([
  'none',
  'begun',
  'missing',
  'in_review',
  'ready',
  'restricted',
  'rejected',
])
export type PayoutAccountState = z.output<typeof PayoutAccountState>

/** Requirements of a processor; each adapter maps its own names to these. */
export const wantedTexts = {
  name: 'Tu nombre completo, como está en tu identificación',
  birth_date: 'Tu fecha de nacimiento',
  tax_id: 'Tu RFC o CURP',
  identity_document: 'Una foto legible de tu identificación oficial, por los dos lados',
  address: 'Tu domicilio',
  proof_of_address: 'Un comprobante de domicilio reciente',
  phone: 'Tu teléfono',
  email: 'Tu correo',
  bank_account: 'La CLABE en la que quieres recibir tu dinero',
  bank_proof: 'Un estado de cuenta que muestre que la CLABE es tuya',
  business: 'Los datos de tu negocio: a qué se dedica y cómo está registrado',
  people: 'Quién representa a tu negocio y de quién es',
  terms: 'Aceptar las condiciones del procesador',
  other: 'Otro dato: lo verás al continuar',
} as const
export const Wanted = z.enum([
  'name',
  'birth_date',
  'tax_id',
  'identity_document',
  'address',
  'proof_of_address',
  'phone',
  'email',
  'bank_account',
  'bank_proof',
  'business',
  'people',
  'terms',
  'other',
])
export type Wanted = z.output<typeof Wanted>

/** Why a processor restricts an account. */
export const HeldBack = z.enum(['wanted', 'in_review', 'rejected', 'other'])
export type HeldBack = z.output<typeof HeldBack>

/** Facts about an account; its status is derived from them alone. */
export type AccountFacts = {
  isOpened: boolean
  /** Transfers are possible now. */
  isReady: boolean
  /** Transfers were possible before. */
  wasReady: boolean
  isSubmitted: boolean
  wanted: readonly Wanted[]
  heldBack: HeldBack | null
}

export const accountState = ({
  isOpened,
  isReady,
  wasReady,
  isSubmitted,
  wanted,
  heldBack,
}: AccountFacts): PayoutAccountState => {
  if (!isOpened) return 'begun'
  if (heldBack === 'rejected') return 'rejected'
  if (isReady) return 'ready'
  if (wasReady) return 'restricted'
  if (!isSubmitted) return 'begun'
  return wanted.length > 0 ? 'missing' : 'in_review'
}

export const PayoutAccount = z.object({
  party: PayoutParty,
  state: PayoutAccountState,
  /** Without an account nothing is paid out. */
  isRequired: z.boolean(),
  /** The amount that could be paid out, if the account allowed it. */
  waitingCents: z.int(),
  /** The viewer's space whose first step lacks RFC and tax regime, which payouts require; null if nothing is missing. */
  taxpayerAt: z.nullable(Id),
  wanted: z.array(Wanted),
  /** The account is blocked from this day on; null if there is no such day. */
  wantedBy: z.nullable(Instant),
  /** A host's bank account from step 9 of a listing, and that space; null if there is none. */
  bank: z.nullable(
    z.object({ bank: z.nullable(z.string()), end: z.string(), holder: z.string(), spaceId: z.nullable(Id) }),
  ),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/**
 * Where payouts go, and thus where the account is changed: the processor's account if there is one, or if it is
 * required; else the bank account of the listing.
 */
export const paidInto = ({
  state,
  isRequired,
  bank,
}: Pick<PayoutAccount, 'state' | 'isRequired' | 'bank'>): 'processor' | 'bank' =>
  bank === null || isRequired || state !== 'none' ? 'processor' : 'bank'

const params = z.object({ party: PayoutParty })

export const payoutAccount = endpoint({
  method: 'GET',
  path: '/api/payout-accounts/:party',
  summary: 'Get the state of the payout account and what it still requires',
  access: 'account',
  params,
  reply: PayoutAccount,
  refusals: ['not_found'],
})

export const goOnWithAccount = endpoint({
  method: 'POST',
  path: '/api/payout-accounts/:party/link',
  summary: 'Get the onboarding link of the payout account; valid once and for minutes',
  access: 'account',
  params,
  body: z.object({}),
  reply: z.object({ url: z.string() }),
  refusals: [
    'not_found',
    'confirm_identity',
    'payout_account_rejected',
    'payouts_unreachable',
    'too_many_requests',
  ],
  limit: 'codes',
})

export const lookAtAccount = endpoint({
  method: 'POST',
  path: '/api/payout-accounts/:party/look',
  summary: 'Refresh the state of the payout account from the processor',
  access: 'account',
  params,
  body: z.object({}),
  reply: PayoutAccount,
  refusals: ['not_found', 'too_many_requests'],
  limit: 'search',
})
