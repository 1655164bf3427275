/**
 * All kinds of callers of an endpoint, around one salon, its stylist and her client: for the access matrix. Each call of `world` makes a
 * new salon and new things, so that no call's changes affect another.
 */
import type { Permission } from '#contract/team/member.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

/** At the reception of the host's business, each with one permission; a member who cancels sees what they cancel. */
export const memberKinds = {
  'member who sees their own': ['see_own'],
  'member who sees all': ['see_all'],
  'member who charges': ['charge'],
  'member who cancels': ['see_all', 'cancel'],
  'member who reads reports': ['reports'],
  'member who connects calendars': ['calendars'],
} as const satisfies Record<string, readonly Permission[]>
export type MemberKind = keyof typeof memberKinds
export const isMemberKind = (who: string): who is MemberKind => Object.hasOwn(memberKinds, who)

/** Strangers first, since an owner's call changes the thing. */
export const kinds = [
  'nobody',
  'client',
  'professional',
  'host',
  'dual as professional',
  'dual as host',
  'new administrator',
  'administrator',
  'member who sees their own',
  'member who sees all',
  'member who charges',
  'member who cancels',
  'member who reads reports',
  'member who connects calendars',
  'owner client',
  'owner professional',
  'owner host',
] as const
export type Kind = (typeof kinds)[number]

type Member = { person: Person; membershipId: number }
export type World = {
  kalli: TestServer
  at: Awaited<ReturnType<typeof people.bookable>>
  persons: Record<Kind, Person>
  members: Record<MemberKind, Member>
  clientAccountId: number
}

/**
 * A salon, its stylist and her client, each with unrelated neighbours of the same kind. Of another world's people only those in `own` are
 * made anew: the neighbours may serve many.
 */
export const world = async (
  kalli: TestServer,
  { lent, own = kinds }: { lent?: World; own?: readonly Kind[] } = {},
): Promise<World> => {
  const at = await people.bookable(kalli)
  const clientAccountId = await people.account(kalli)
  const person = (kind: Kind, make: () => Promise<Person>) =>
    lent === undefined || own.includes(kind) ? make() : Promise.resolve(lent.persons[kind])
  const neighbours = memo(() => people.bookable(kalli))
  const member = (kind: MemberKind) =>
    lent === undefined || own.includes(kind) ? memberOf(kalli, at, kind) : Promise.resolve(lent.members[kind])
  const members = {
    'member who sees their own': await member('member who sees their own'),
    'member who sees all': await member('member who sees all'),
    'member who charges': await member('member who charges'),
    'member who cancels': await member('member who cancels'),
    'member who reads reports': await member('member who reads reports'),
    'member who connects calendars': await member('member who connects calendars'),
  } satisfies Record<MemberKind, Member>
  const persons: Record<Kind, Person> = {
    nobody: kalli.visitor(),
    client: await person('client', async () => people.signIn(kalli, await people.account(kalli))),
    professional: await person('professional', async () => (await neighbours()).professional.person),
    host: await person('host', async () => (await neighbours()).host.person),
    'dual as professional': await person('dual as professional', () => dual(kalli, 'professional')),
    'dual as host': await person('dual as host', () => dual(kalli, 'host')),
    'new administrator': await person('new administrator', async () =>
      people.signIn(kalli, await people.account(kalli, { roles: ['admin'] })),
    ),
    administrator: await person('administrator', () => administrator(kalli)),
    'member who sees their own': members['member who sees their own'].person,
    'member who sees all': members['member who sees all'].person,
    'member who charges': members['member who charges'].person,
    'member who cancels': members['member who cancels'].person,
    'member who reads reports': members['member who reads reports'].person,
    'member who connects calendars': members['member who connects calendars'].person,
    'owner client': await people.signIn(kalli, clientAccountId),
    'owner professional': at.professional.person,
    'owner host': at.host.person,
  }
  return { kalli, at, persons, members, clientAccountId }
}

const memo = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Professional and host at once, without relations to others. */
export const dual = async (kalli: TestServer, active: 'professional' | 'host') => {
  const accountId = await people.account(kalli, {
    roles: [active, active === 'host' ? 'professional' : 'host'],
  })
  await people.professional(kalli, { accountId })
  await kalli.database.kysely
    .insertInto('hosts')
    .values({ account_id: accountId, verified: true, created_at: kalli.clock() })
    .execute()
  return people.signIn(kalli, accountId)
}

export type Home = { host: { id: number }; space: { id: number } }

const memberOf = async (kalli: TestServer, at: Home, kind: MemberKind): Promise<Member> => {
  const accountId = await people.account(kalli)
  const values = { account_id: accountId, role: 'reception', permissions: [...memberKinds[kind]] }
  const membershipId = await membershipOf(kalli, at, values)
  return { person: await people.signIn(kalli, accountId), membershipId }
}

/** With the second step that an administrator must have. */
export const administrator = async (kalli: TestServer) => {
  const accountId = await people.account(kalli, { roles: ['admin'] })
  await kalli.database.kysely
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      secret: Buffer.from('sealed'),
      created_at: kalli.clock(),
      confirmed_at: kalli.clock(),
    })
    .execute()
  return people.signIn(kalli, accountId)
}

export const membershipOf = async (
  kalli: TestServer,
  at: Home,
  values: { account_id: number; professional_id?: number; role: string; permissions?: Permission[] },
) => {
  const { id } = await kalli.database.kysely
    .insertInto('memberships')
    .values({
      permissions: ['see_own', 'see_all', 'charge', 'cancel', 'reports', 'calendars'],
      ...values,
      host_id: at.host.id,
      space_id: at.space.id,
      name: 'Inés',
      email: `miembro${values.account_id}@example.test`,
      terms: '{}',
      status: 'active',
      invited_at: kalli.clock(),
      expires_at: kalli.clock(),
      joined_at: kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
