/** What Stripe's connected accounts mean to us: which requirement asks the payee for what, and when the account may receive money. */
import type { Stripe } from 'stripe'
import type { HeldBack, Wanted } from '#contract/payment/payout-account.ts'
import type { PayeeAccount } from '#server/payment/provider/provider.ts'

export const presentAccount = ({
  id,
  capabilities,
  details_submitted,
  requirements,
}: Stripe.Account): PayeeAccount => ({
  ref: id,
  isReady: capabilities?.transfers === 'active',
  isSubmitted: details_submitted,
  wanted: [
    ...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])].map(wantedOf)),
  ].toSorted(),
  wantedBy: requirements?.current_deadline ? new Date(requirements.current_deadline * 1000) : null,
  heldBack: heldBackOf(requirements?.disabled_reason ?? null),
})

const heldBackOf = (reason: string | null): HeldBack | null => {
  if (reason === null) return null
  if (reason.startsWith('rejected.')) return 'rejected'
  if (reason === 'requirements.past_due' || reason === 'action_required.requested_capabilities')
    return 'wanted'
  return reason === 'requirements.pending_verification' || reason === 'under_review' || reason === 'listed'
    ? 'in_review'
    : 'other'
}

/** Fields of one person, of a company, or of one of its people: `individual.dob.day`, `person_1a.verification.document`. */
const whose = /^(individual|company|person_\w+|representative|owners|directors|executives)\.?/

const rules: readonly (readonly [RegExp, Wanted])[] = [
  [/^external_account/, 'bank_account'],
  [/^documents\.bank_account_ownership/, 'bank_proof'],
  [/^tos_acceptance/, 'terms'],
  [/^business_/, 'business'],
]
const rulesOfPeople: readonly (readonly [RegExp, Wanted])[] = [
  [/^verification\.(document|proof_of_liveness)/, 'identity_document'],
  [/^verification\.additional_document/, 'proof_of_address'],
  [/^(first_name|last_name|full_name|maiden_name)/, 'name'],
  [/^dob/, 'birth_date'],
  [/^(id_number|tax_id|ssn)/, 'tax_id'],
  [/^(registered_)?address/, 'address'],
  [/^phone/, 'phone'],
  [/^email/, 'email'],
]

/** Translates a requirement to our terms; an unknown one leads to Stripe's page all the same. */
export const wantedOf = (name: string): Wanted => {
  const owner = whose.exec(name)?.[0] ?? ''
  const known = rules.find(([shape]) => shape.test(name))?.[1]
  if (known !== undefined) return known
  if (owner === '') return 'other'
  const rest = name.slice(owner.length)
  if (owner.startsWith('company') && !/^(tax_id|address|phone)/.test(rest))
    return rest.endsWith('_provided') ? 'people' : 'business'
  return (
    rulesOfPeople.find(([shape]) => shape.test(rest))?.[1] ??
    (owner.startsWith('individual') ? 'other' : 'people')
  )
}
