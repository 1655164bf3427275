import { dayMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import { table } from '#server/seed/people/copy.ts'
import { type Layout, type Size, slug } from '#server/seed/people/people.ts'
import { chance } from '#server/seed/people/random.ts'
import { drawName } from '#server/seed/people/demo-data.ts'

export type ClientDraft = { id: number; firstName: string; lastName: string; email: string; phone: string }

/** Client `number` of the demo data, from 1; the first is the demo's. */
export const drawClient = (ids: Layout, number: number): ClientDraft => {
  const id = ids.clientBase + number
  if (number === 1)
    return {
      id,
      firstName: 'Sofía',
      lastName: 'Méndez Lara',
      email: 'clienta@kalli.test',
      phone: '+525540001117',
    }
  const rng = chance(number * 6_700_417 + 1)
  const { firstName, lastName } = drawName(rng, rng.happens(0.7))
  return {
    id,
    firstName,
    lastName,
    email: `${slug(`${firstName} ${lastName.split(' ')[0] ?? ''}`).replaceAll('-', '.')}${number}@correo.test`,
    phone: `+5255${String(10_000_000 + rng.whole(0, 79_999_999))}`,
  }
}

export const writeClients = async (client: pg.Client, size: Size, ids: Layout, now: Date) => {
  const resources = table('resources', ['id', 'kind'])
  const clients = table('clients', [
    'id',
    'account_id',
    'email',
    'phone',
    'first_name',
    'last_name',
    'created_at',
  ])
  const since = new Date(now.getTime() - 200 * dayMs)
  for (let number = 1; number <= size.clients; number += 1) {
    const one = drawClient(ids, number)
    resources.add(one.id, 'client')
    clients.add(one.id, number === 1 ? 1 : null, one.email, one.phone, one.firstName, one.lastName, since)
  }
  await resources.write(client)
  await clients.write(client)
}
