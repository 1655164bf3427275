/**
 * A random story about hiring: three professionals, two hosts with three spaces, and an unrelated user. The story remembers what its people
 * were last shown of every object, and predicts from that alone what must happen next.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { agreements, expiringDays, type Agreement } from '#contract/hiring/agreement.ts'
import type { AgreementStatus } from '#contract/hiring/agreement-moves.ts'
import { applications, type Application } from '#contract/hiring/application.ts'
import { hostApplications } from '#contract/hiring/application-review.ts'
import type { ApplicationStatus } from '#contract/hiring/application-moves.ts'
import { invitations, type Invitation } from '#contract/hiring/invitation.ts'
import type { InvitationFacts, InvitationStatus } from '#contract/hiring/invitation-moves.ts'
import { followDocuments } from '#server/hiring/agreement/ending.ts'
import { ownWork } from '#server/platform/work.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { dual } from '#server/testing/world.ts'

/** As its two parties know it; `repeated` is what only the next submission would show. */
export type KnownInvitation = InvitationFacts & {
  id: string
  version: number
  professionalId: number
  spaceId: number
}

export type Story = {
  applications: Application[]
  agreements: Agreement[]
  invitations: KnownInvitation[]
  /** The professionals who can show the licence that one of the spaces requires. */
  licensed: Set<number>
}

export type Cast = Awaited<ReturnType<typeof castOf>>

export const castOf = async (kalli: TestServer) => {
  const professionals = await Promise.all(
    ['Ana', 'Bea', 'Caro'].map(async (firstName) => {
      const stylist = await people.professional(kalli, { firstName })
      return { ...stylist, serviceId: await people.service(kalli, stylist.id) }
    }),
  )
  const hosts = await Promise.all([
    hostWithSpaces(kalli, ['Reforma', 'Colima']),
    hostWithSpaces(kalli, ['Sonora']),
  ])
  const spaces = hosts.flatMap((host, owner) =>
    host.spaces.map(({ id }, place) => ({ id, owner, asks: place === 1 })),
  )
  for (const { id } of spaces.filter(({ asks }) => asks))
    await kalli.database.kysely
      .updateTable('spaces')
      .set({ required_documents: ['license'] })
      .where('id', '=', id)
      .execute()
  return { kalli, professionals, hosts, spaces, stranger: await dual(kalli, 'professional') }
}

const hostWithSpaces = async (kalli: TestServer, names: readonly string[]) => {
  const host = await people.host(kalli)
  await people.reachLevel(kalli, host.accountId, 1)
  const spaces = await Promise.all(names.map(() => people.space(kalli, host)))
  return { ...host, spaces }
}

export type Stylist = Cast['professionals'][number]
export type Place = Cast['spaces'][number]

/** One of several, by a random number. */
export const pick = <Thing>(all: readonly Thing[], place: number): Thing =>
  all[place % all.length] ?? assert.fail('there is nothing to pick from')

/** Mostly one that can still change. */
export const pickLiving = <Thing extends { status: string }>(all: readonly Thing[], place: number): Thing => {
  const living = all.filter(({ status }) => !over.has(status))
  return pick(living.length > 0 && place % 6 > 0 ? living : all, place)
}
const over: ReadonlySet<string> = new Set([
  'approved',
  'accepted',
  'declined',
  'withdrawn',
  'revoked',
  'expired',
  'ended',
])

export const stylistOf = ({ professionals }: Cast, id: number): Stylist =>
  professionals.find((one) => one.id === id) ?? assert.fail(`nobody has the id ${id}`)

export const placeOf = ({ spaces }: Cast, id: number): Place =>
  spaces.find((one) => one.id === id) ?? assert.fail(`no space has the id ${id}`)

const openApplication: readonly ApplicationStatus[] = [
  'draft',
  'sent',
  'in_review',
  'info_requested',
  'countered',
]
const living: readonly AgreementStatus[] = ['active', 'paused', 'expiring', 'suspended']
const openInvitation: readonly InvitationStatus[] = ['sent', 'seen']

export const applicationOf = ({ applications }: Story, stylist: Stylist, place: Place) =>
  applications.find(
    (one) =>
      one.professional.id === stylist.id && one.space.id === place.id && openApplication.includes(one.status),
  )

export const agreementOf = ({ agreements }: Story, professionalId: number, spaceId: number) =>
  agreements.find(
    (one) => one.professionalId === professionalId && one.spaceId === spaceId && living.includes(one.status),
  )

export const invitationOf = ({ invitations }: Story, professionalId: number, spaceId: number) =>
  invitations.find(
    (one) =>
      one.professionalId === professionalId && one.spaceId === spaceId && openInvitation.includes(one.status),
  )

/** Replaces what a person knew by what they were just shown. */
export const know = <Thing extends { id: number | string }>(all: Thing[], thing: Thing) => {
  const at = all.findIndex(({ id }) => id === thing.id)
  if (at < 0) all.push(thing)
  else all[at] = thing
}

export const invitationAsShown = (shown: Invitation, professionalId: number): KnownInvitation => ({
  id: shown.id,
  version: shown.version,
  status: shown.status,
  expiresAt: shown.expiresAt,
  endedAt: shown.endedAt,
  questionsRequested: shown.questions.length,
  questionWaits: shown.questions.some(({ answer }) => answer === null),
  repeated: false,
  vacancyOver: shown.vacancy?.over ?? null,
  professionalId,
  spaceId: shown.space.id,
})

/** Agreements made since the professional last looked. */
export const learnAgreements = async (story: Story, stylist: Stylist) => {
  const { body } = await stylist.person.call(agreements)
  for (const one of body) if (!story.agreements.some(({ id }) => id === one.id)) story.agreements.push(one)
}

// ——— What time does by itself

/** The state of every object once each job has run. */
export const afterJobs = (story: Story, now: Date) => {
  story.applications = story.applications.map((one) => applicationAfter(one, now))
  story.agreements = story.agreements.map((one) => agreementAfter(story, one, now))
  story.invitations = story.invitations.map((one) => invitationAfter(one, now))
}

const isPast = (at: string | null, now: Date) => at !== null && Date.parse(at) <= now.getTime()

const applicationAfter = (one: Application, now: Date): Application => {
  if (one.status === 'draft' || !openApplication.includes(one.status)) return one
  if (one.status !== 'info_requested')
    return isPast(one.expiresAt, now) ? { ...one, status: 'expired', version: one.version + 1 } : one
  if (!isPast(one.pausedUntil, now)) return one
  const expiresAt = new Date(Date.parse(one.expiresAt ?? '') + 72 * hourMs).toISOString()
  return { ...one, status: 'in_review', version: one.version + 1, expiresAt, pausedUntil: null }
}

/** Only agreements that require a licence lose it; the others never wait for one. */
export const agreementAfter = (story: Story, one: Agreement, now: Date): Agreement => {
  if (!living.includes(one.status)) return one
  const to = (status: AgreementStatus) => ({ ...one, status, version: one.version + 1 })
  if (isPast(one.validTo, now)) return to(one.ending === null ? 'expired' : 'ended')
  const isNear = isPast(one.validTo, new Date(now.getTime() + expiringDays * dayMs))
  if (one.status === 'active' && isNear && one.missingDocuments.length === 0) return to('expiring')
  return one
}

export const invitationAfter = (one: KnownInvitation, now: Date): KnownInvitation =>
  openInvitation.includes(one.status) && isPast(one.expiresAt, now)
    ? { ...one, status: 'expired', version: one.version + 1, endedAt: now.toISOString() }
    : one

/** A licence is accepted or expires, and the agreements at the space that requires it follow. */
export const changeLicense = async (story: Story, cast: Cast, stylist: Stylist) => {
  const { kalli } = cast
  const isActive = !story.licensed.has(stylist.id)
  await sql`insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, uploaded_at, reviewed_at)
    values (${randomUUID()}, 'professional', ${stylist.id}, 'license', 'valid', ${randomUUID()}, 'application/pdf', 10,
      ${kalli.clock()}, ${kalli.clock()})
    on conflict (owner_kind, owner_id, kind) where status in ('valid', 'expiring', 'expired')
    do update set status = ${isActive ? 'valid' : 'expired'}`.execute(kalli.database.kysely)
  if (isActive) story.licensed.add(stylist.id)
  else story.licensed.delete(stylist.id)
  await followDocuments(ownWork(kalli), stylist.id)
  const asks = new Set(cast.spaces.filter(({ asks }) => asks).map(({ id }) => id))
  story.agreements = story.agreements.map((one) =>
    one.professionalId === stylist.id && asks.has(one.spaceId)
      ? withLicense(one, isActive, kalli.clock())
      : one,
  )
}

const withLicense = (one: Agreement, isActive: boolean, now: Date): Agreement => {
  // Its pauser resumes it, and then it is checked.
  if (!living.includes(one.status) || one.status === 'paused') return one
  const to = (status: AgreementStatus, missingDocuments: string[]) => ({
    ...one,
    status,
    missingDocuments,
    version: one.version + 1,
  })
  if (isPast(one.validTo, now)) return to(one.ending === null ? 'expired' : 'ended', one.missingDocuments)
  if (!isActive) return one.status === 'suspended' ? one : to('suspended', ['license'])
  const isNear = isPast(one.validTo, new Date(now.getTime() + expiringDays * dayMs))
  if (one.status === 'suspended') return to(isNear ? 'expiring' : 'active', [])
  return one.status === 'active' && isNear ? to('expiring', []) : one
}

// ——— What the database and the people say

/** Every object of the story is in the database as the story knows it. */
export const expectAsKnown = async (story: Story, { kalli }: Cast) => {
  const { rows } = await sql<{ thing: string }>`
    select 'application ' || id || ' ' || status || ' ' || version as thing from applications
      where id = any(${story.applications.map(({ id }) => id)}::bigint[])
    union all select 'agreement ' || id || ' ' || status || ' ' || version from agreements
      where id = any(${story.agreements.map(({ id }) => id)}::bigint[])
    union all select 'invitation ' || id || ' ' || status || ' ' || version from invitations
      where id = any(${story.invitations.map(({ id }) => id)}::uuid[])`.execute(kalli.database.kysely)
  const line = (
    kind: string,
    { id, status, version }: { id: number | string; status: string; version: number },
  ) => `${kind} ${id} ${status} ${version}`
  assert.deepEqual(
    rows.map(({ thing }) => thing).toSorted(),
    [
      ...story.applications.map((one) => line('application', one)),
      ...story.agreements.map((one) => line('agreement', one)),
      ...story.invitations.map((one) => line('invitation', one)),
    ].toSorted(),
  )
}

/** Each user sees all of their own objects and nothing else. */
export const expectOwnOnly = async (story: Story, cast: Cast) => {
  await Promise.all([
    ...cast.professionals.map((stylist) => expectProfessionalSees(story, stylist)),
    ...cast.hosts.map((host, owner) =>
      expectHostSees(
        story,
        host.person,
        cast.spaces.filter((place) => place.owner === owner).map(({ id }) => id),
      ),
    ),
    expectSees(cast.stranger, [], []),
  ])
}

const expectProfessionalSees = async (story: Story, { id, person }: Stylist) => {
  const own = story.applications.filter(({ professional }) => professional.id === id)
  assert.deepEqual(idsOf((await person.call(applications)).body), idsOf(own))
  await expectSees(
    person,
    story.agreements.filter(({ professionalId }) => professionalId === id),
    story.invitations.filter(({ professionalId }) => professionalId === id),
  )
}

const expectHostSees = async (story: Story, person: Person, spaces: readonly number[]) => {
  const sent = story.applications.filter(({ space, sentAt }) => spaces.includes(space.id) && sentAt !== null)
  const shown = await Promise.all(
    (['open', 'decided'] as const).map((show) => person.call(hostApplications, { query: { show } })),
  )
  assert.deepEqual(idsOf(shown.flatMap(({ body }) => body)), idsOf(sent))
  await expectSees(
    person,
    story.agreements.filter(({ spaceId }) => spaces.includes(spaceId)),
    story.invitations.filter(({ spaceId }) => spaces.includes(spaceId)),
  )
}

const expectSees = async (
  person: Person,
  current: readonly Agreement[],
  invited: readonly KnownInvitation[],
) => {
  assert.deepEqual(idsOf((await person.call(agreements)).body), idsOf(current))
  const boxes = await Promise.all(
    (['in', 'out'] as const).map((box) => person.call(invitations, { query: { box, limit: 50 } })),
  )
  assert.deepEqual(idsOf(boxes.flatMap(({ body }) => body)), idsOf(invited))
}

const idsOf = (things: readonly { id: number | string }[]) => things.map(({ id }) => String(id)).toSorted()
