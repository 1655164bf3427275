/** The stored history of a story, checked independently: every step was one of the table, and nothing overlaps. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { agreementMoves } from '#contract/hiring/agreement-moves.ts'
import { applicationLimits, applicationMoves } from '#contract/hiring/application-moves.ts'
import { invitationLimits, invitationMoves } from '#contract/hiring/invitation-moves.ts'
import type { Cast, Story } from '#server/testing/hiring/hiring-story.ts'

type Step = {
  thing: string
  version: number
  move: string
  from: string | null
  to: string
  actor: string
  status: string
  known: number
}

/** The moves of each object, in order, lead to its current state; each was its actor's to make from there. */
export const expectLegalHistory = async (story: Story, { kalli }: Cast) => {
  const { rows } = await sql<Step>`
    select 'application ' || t.id as thing, m.version, m.move, m.from_status as "from", m.to_status as "to", m.actor,
        t.status, t.version as known
      from applications t join application_moves m on m.application_id = t.id
      where t.id = any(${story.applications.map(({ id }) => id)}::bigint[])
    union all select 'agreement ' || t.id, m.version, m.move, m.from_status, m.to_status, m.actor, t.status, t.version
      from agreements t join agreement_moves m on m.agreement_id = t.id
      where t.id = any(${story.agreements.map(({ id }) => id)}::bigint[])
    union all select 'invitation ' || t.id, m.version, m.move, m.from_status, m.to_status, m.actor, t.status, t.version
      from invitations t join invitation_moves m on m.invitation_id = t.id
      where t.id = any(${story.invitations.map(({ id }) => id)}::uuid[])
    order by thing, version`.execute(kalli.database.kysely)
  for (const steps of Object.values(Object.groupBy(rows, ({ thing }) => thing)))
    if (steps) expectOneLife(steps)
}

const expectOneLife = (steps: readonly Step[]) => {
  for (const [place, step] of steps.entries()) {
    const before = steps[place - 1]
    const reported = JSON.stringify(steps)
    // A draft may be rewritten as often as its author likes; each time its version rises.
    if (before !== undefined)
      assert.ok(step.version === before.version + 1 || step.from === 'draft', reported)
    if (before !== undefined) assert.equal(step.from, before.to, reported)
    else assert.ok(beginnings.has(`${step.thing.split(' ')[0]} ${step.from} ${step.move}`), reported)
    assert.ok(isOfTable(step), reported)
  }
  const last = steps.at(-1)
  assert.deepEqual([last?.to, last?.version], [last?.status, last?.known], JSON.stringify(steps))
}

const beginnings: ReadonlySet<string> = new Set([
  'application draft submit',
  'application draft withdraw',
  'agreement null make',
  'invitation null send',
  'invitation null again',
])

type Rule = { by: readonly string[]; from: readonly string[]; to: string }
const tables: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  application: applicationMoves,
  agreement: agreementMoves,
  invitation: invitationMoves,
}

const isOfTable = ({ thing, move, from, to, actor }: Step) => {
  if (from === null) return true
  const rule = tables[thing.split(' ')[0] ?? '']?.[move]
  if (rule === undefined || !rule.by.includes(actor) || !rule.from.includes(from)) return false
  return (landings[move]?.(from) ?? [rule.to]).includes(to)
}

/** Moves for which the table names one state and circumstances decide between two. */
const landings: Readonly<Record<string, (from: string) => string[]>> = {
  ask_renewal: (from) => [from],
  give_notice: (from) => [from],
  renew: (from) => [from === 'expiring' ? 'active' : from],
  // A licence may have expired meanwhile, or the end come near.
  resume: (from) => (from === 'paused' ? ['active', 'suspended'] : ['in_review']),
  reinstate: () => ['active', 'expiring'],
}

/** One agreement, application and invitation per pair; no time claimed twice, nor without an agreement active then. */
export const expectNothingTwice = async (story: Story, { kalli, professionals, spaces }: Cast) => {
  const own = professionals.map(({ id }) => id)
  const { rows } = await sql<{ what: string }>`
    select 'two agreements of a pair' as what from agreements where professional_id = any(${own}::bigint[])
      and status in ('active', 'paused', 'expiring', 'suspended') group by professional_id, space_id having count(*) > 1
    union all select 'two applications of a pair' from applications where professional_id = any(${own}::bigint[])
      and status in ('draft', 'sent', 'in_review', 'info_requested', 'countered')
      group by professional_id, space_id having count(*) > 1
    union all select 'too many rounds' from applications where professional_id = any(${own}::bigint[])
      and (counter_rounds > ${applicationLimits.counterRounds} or info_rounds > ${applicationLimits.infoRounds})
    union all select 'too many questions' from invitation_questions q join invitations i on i.id = q.invitation_id
      where i.professional_id = any(${own}::bigint[]) and q.number > ${invitationLimits.questions}
    union all select 'an agreement that nobody made' from agreements a where a.professional_id = any(${own}::bigint[])
      and not exists (select from applications p where p.agreement_id = a.id)
      and not exists (select from invitations i where i.agreement_id = a.id)
    union all select 'time taken twice' from claims one join claims other
      on other.resource_id = one.resource_id and other.id > one.id and other.during && one.during
      where one.resource_id = any(${own}::bigint[]) or one.resource_id in
        (select id from units where space_id = any(${spaces.map(({ id }) => id)}::bigint[]))
    union all select 'a booking under an agreement that took none: ' || k.id from bookings k
      where k.professional_id = any(${own}::bigint[]) and coalesce((select m.to_status from agreement_moves m
        where m.agreement_id = k.agreement_id and m.at <= k.created_at order by m.version desc limit 1), '')
        not in ('active', 'expiring')
    union all select 'an appointment after its agreement: ' || k.id from bookings k join agreements a on a.id = k.agreement_id
      where k.professional_id = any(${own}::bigint[]) and k.created_at > a.ended_at`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(rows, [])
  await expectSealed(story, kalli)
}

/** The sealed terms in force are those that both accepted. */
const expectSealed = async (story: Story, kalli: Cast['kalli']) => {
  const rows = await kalli.database.kysely
    .selectFrom('agreements')
    .innerJoin('applications', 'applications.agreement_id', 'agreements.id')
    .select(['agreements.id', 'agreements.seal', 'applications.terms'])
    .where('agreements.id', 'in', [0, ...story.agreements.map(({ id }) => id)])
    .execute()
  for (const { id, seal, terms } of rows) {
    const opened = kalli.tokens.open('agreement', seal, kalli.clock())
    assert.equal(opened?.['agreementId'], id)
    const [signed, agreed] = [opened?.['terms'], terms]
    assert.deepEqual(rentOf(signed), rentOf(agreed))
  }
}

const rentOf = (terms: unknown) =>
  typeof terms === 'object' && terms !== null && 'rent' in terms
    ? terms.rent
    : assert.fail('terms without rent')
