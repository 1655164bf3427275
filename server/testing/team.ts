/** A salon, its team, and how members join: for tests of their permissions and payments. */
import assert from 'node:assert/strict'
import type { Call } from '#contract/platform/endpoint.ts'
import * as contract from '#contract/team/team.ts'
import * as contractOfRent from '#contract/team/rent.ts'
import * as invitation from '#contract/team/invitation.ts'
import { testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

export const weekly = { fixed: { every: 'week', amountCents: 140_000 }, perUse: null } as const
export const nothing = { fixed: null, perUse: null } as const
let serial = 0

export const salon = async (kalli: TestServer) => {
  kalli.time.set(testNow)
  const owner = await people.host(kalli)
  await people.reachLevel(kalli, owner.accountId, 1)
  // Rents are charged by hand, unless a test lets them be charged automatically.
  await owner.person.call(contractOfRent.setRentCollection, { body: { byItself: false } })
  return { owner, where: await people.space(kalli, owner) }
}
export type Salon = Awaited<ReturnType<typeof salon>>

/** With a confirmed email. */
export const newPerson = async (kalli: TestServer, roles = ['professional']) => {
  serial += 1
  const email = `equipo${serial}@example.test`
  const accountId = await people.account(kalli, { email, firstName: 'Inés', lastName: 'Barrera', roles })
  await people.reachLevel(kalli, accountId, 2)
  const professional = roles.includes('professional')
    ? await people.professional(kalli, { accountId, firstName: 'Inés' })
    : null
  if (professional !== null) await people.service(kalli, professional.id)
  return { email, accountId, professional, person: await people.signIn(kalli, accountId) }
}

export type Offered = Partial<Call<typeof contract.inviteMember>['body']>

/** By default for a fixed rent, and then with the first chair. */
export const invite = async ({ owner, where }: Salon, email: string, values: Offered = {}) => {
  const { fixed } = values.terms ?? weekly
  const answer = await owner.person.call(contract.inviteMember, {
    body: {
      spaceId: where.id,
      name: 'Inés',
      email,
      role: 'resident',
      permissions: ['see_own'],
      terms: weekly,
      unitId: fixed === null ? null : where.units[0],
      ...values,
    },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { member: answer.body.member, token: answer.body.link.split('/inhouse/')[1] ?? '' }
}

export const accept = (who: Person, token: string, version = 1) =>
  who.call(invitation.acceptInhouse, { params: { token }, body: { version } })

export const joined = async (kalli: TestServer, at: Salon, values: Offered = {}, roles?: string[]) => {
  const who = await newPerson(kalli, roles)
  const { token } = await invite(at, who.email, values)
  const answer = await accept(who.person, token)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ...who, membership: answer.body }
}

export const mine = async ({ owner }: Salon, id: number) => {
  const found = (await owner.person.call(contract.team)).body.find((one) => one.id === id)
  assert.ok(found)
  return found
}
