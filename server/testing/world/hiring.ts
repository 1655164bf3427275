/** How the stylist and the host work together: agreements, vacancies, the team and its rent. Each returns its id in addresses. */
import { payRentDirectly } from '#contract/team/rent.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { chargeRent } from '#server/payment/payout/business-rent.ts'
import { inTransaction } from '#server/platform/work.ts'
import { randomUUID } from 'node:crypto'
import * as people from '#server/testing/people.ts'
import { type World, membershipOf } from '#server/testing/world.ts'

export const hiring = {
  agreement: async ({ at }: World) => at.agreementId,
  /** Sent by the stylist to another space of the same host. */
  application: async ({ kalli, at }: World) => {
    const elsewhere = await people.space(kalli, at.host)
    const { id } = await kalli.database.kysely
      .insertInto('applications')
      .values({
        professional_id: at.professional.id,
        space_id: elsewhere.id,
        host_id: at.host.id,
        status: 'sent',
        terms: JSON.stringify({ rent: { kind: 'per_hour', ratePerHourCents: 20_000 } }),
        open_place: 1,
        sent_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 7 * 86_400_000),
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** Published, at the host's space. */
  vacancy: async ({ kalli, at }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('vacancies')
      .values({
        host_id: at.host.id,
        space_id: at.space.id,
        status: 'published',
        title: 'Silla para colorista',
        category: 'hair',
        terms: JSON.stringify({ rent: { kind: 'per_hour', ratePerHourCents: 18_000 } }),
        created_at: kalli.clock(),
        published_at: kalli.clock(),
        expires_at: new Date(kalli.clock().getTime() + 30 * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** From the host to the stylist, for another space. */
  invitation: async ({ kalli, at }: World) => {
    const elsewhere = await people.space(kalli, at.host)
    const id = randomUUID()
    await kalli.database.kysely
      .insertInto('invitations')
      .values({
        id,
        host_id: at.host.id,
        space_id: elsewhere.id,
        professional_id: at.professional.id,
        account_id: at.professional.accountId,
        status: 'sent',
        terms: JSON.stringify({
          rent: { kind: 'per_hour', ratePerHourCents: 16_000 },
          windows: null,
          categories: [],
          quotaMinutesPerWeek: null,
          autoAccept: true,
          trial: null,
          validFrom: null,
          validTo: null,
          noticeDays: 7,
        }),
        sent_at: kalli.clock(),
        sent_on: '2026-11-20',
        place_of_day: 1,
        expires_at: new Date(kalli.clock().getTime() + 14 * 86_400_000),
      })
      .execute()
    return id
  },
  /** The client helps at the host's reception, with every permission. */
  membership: ({ kalli, at, clientAccountId }: World) =>
    membershipOf(kalli, at, { account_id: clientAccountId, role: 'reception' }),
  /** The stylist has a place in the business, and rent to pay. */
  tenant: ({ kalli, at }: World) =>
    membershipOf(kalli, at, {
      account_id: at.professional.accountId,
      professional_id: at.professional.id,
      role: 'resident',
    }),
  /** A week's rent of the stylist to the host. */
  rentCharge: async ({ kalli, at }: World) => {
    const membershipId = await membershipOf(kalli, at, {
      account_id: at.professional.accountId,
      professional_id: at.professional.id,
      role: 'resident',
    })
    const [run, charge] = [randomUUID(), randomUUID()]
    await kalli.database.pool.query(
      `with run as (insert into rent_runs (id, host_id, period_from, period_to, made_by, made_at)
         values ($1, $2, '2026-11-16', '2026-11-22', $3, $4) returning id)
       insert into rent_charges (id, run_id, membership_id, host_id, professional_id, period, amount_cents, explanation, rates, status, charged_at)
       select $5, id, $6, $2, $7, '[2026-11-16,2026-11-23)', 100000, 'Una semana', '{}', 'due', $4 from run`,
      [run, at.host.id, at.host.accountId, kalli.clock(), charge, membershipId, at.professional.id],
    )
    return charge
  },
  /** A rent of which the host received a part in cash: the rent and that statement. */
  directRent: async (world: World): Promise<string> => {
    const { kalli, at } = world
    const charge = await hiring.rentCharge(world)
    await inTransaction(kalli.work(), (work) =>
      chargeRent(work, {
        reference: charge,
        hostId: at.host.id,
        lines: [
          { account: account.owedByProfessional, partyId: at.professional.id, amountCents: 100_000 },
          { account: account.owedToHost, partyId: at.host.id, amountCents: -100_000 },
        ],
      }),
    )
    const { body } = await at.host.person.call(payRentDirectly, {
      params: { id: charge },
      body: { amountCents: 40_000, method: 'cash' },
    })
    return `${charge}/${body.directs.at(-1)?.id}`
  },
}
