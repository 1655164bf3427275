import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountFacts, accountState, Wanted, wantedTexts } from '#contract/payment/payout-account.ts'
import { wantedOf } from '#server/payment/stripe/account.ts'

test('Stripe’s requirement names map to words that a payee understands', () => {
  for (const [name, wanted] of [
    ['external_account', 'bank_account'],
    ['documents.bank_account_ownership_verification.files', 'bank_proof'],
    ['tos_acceptance.date', 'terms'],
    ['business_type', 'business'],
    ['business_profile.mcc', 'business'],
    ['individual.first_name', 'name'],
    ['individual.last_name_kana', 'name'],
    ['individual.dob.day', 'birth_date'],
    ['individual.id_number', 'tax_id'],
    ['individual.address.postal_code', 'address'],
    ['individual.verification.document', 'identity_document'],
    ['individual.verification.additional_document', 'proof_of_address'],
    ['individual.phone', 'phone'],
    ['individual.email', 'email'],
    ['individual.political_exposure', 'other'],
    ['person_1Nv0FGQ9RKHgCVdK.verification.document', 'identity_document'],
    ['person_1Nv0FGQ9RKHgCVdK.relationship.title', 'people'],
    ['company.tax_id', 'tax_id'],
    ['company.address.line1', 'address'],
    ['company.name', 'business'],
    ['company.verification.document', 'business'],
    ['company.owners_provided', 'people'],
    ['owners.first_name', 'name'],
    ['representative.email', 'email'],
    ['settings.something_new', 'other'],
  ] as const)
    assert.equal(wantedOf(name), wanted, name)
  assert.deepEqual(Wanted.options.toSorted(), Object.keys(wantedTexts).toSorted())
})

test('an account’s status follows from its facts', () => {
  const started: AccountFacts = {
    isOpened: true,
    isReady: false,
    wasReady: false,
    isSubmitted: false,
    wanted: ['bank_account'],
    heldBack: 'wanted',
  }
  const ready = { ...started, isSubmitted: true, isReady: true, wasReady: true, wanted: [], heldBack: null }
  for (const [facts, state] of [
    [{ ...started, isOpened: false }, 'begun'],
    [started, 'begun'],
    [{ ...started, isSubmitted: true }, 'missing'],
    [{ ...started, isSubmitted: true, wanted: [] }, 'in_review'],
    [ready, 'ready'],
    [{ ...ready, wanted: ['proof_of_address'] }, 'ready'],
    [{ ...ready, isReady: false }, 'restricted'],
    [{ ...ready, isReady: false, heldBack: 'rejected' }, 'rejected'],
  ] as const satisfies readonly (readonly [AccountFacts, string])[])
    assert.equal(accountState(facts), state, JSON.stringify(facts))
})
