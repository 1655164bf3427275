/** The stylist's services, forms, classes, coupons, portfolio and documents. Each returns what an address identifies it by. */
import { randomUUID } from 'node:crypto'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { World } from '#server/testing/world.ts'

const classOf = async (kalli: TestServer, professionalId: number) => {
  const id = await people.service(kalli, professionalId, { name: 'Yoga' })
  await kalli.database.pool.query('update services set class_capacity = 5, online = true where id = $1', [id])
  return id
}

export const offers = {
  service: async ({ at }: World) => at.serviceId,
  /** Used by no service. */
  form: async ({ kalli, at }: World) => {
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into intake_forms (professional_id, title, sensitive, timing, questions, created_at)
       values ($1, 'Antes de tu cita', false, 'visit', '[]', $2) returning id`,
      [at.professional.id, kalli.clock()],
    )
    return Number(rows[0]?.id)
  },
  classService: ({ kalli, at }: World) => classOf(kalli, at.professional.id),
  /** At the stylist's own place, a week ahead. */
  class: async ({ kalli, at }: World) => {
    const serviceId = await classOf(kalli, at.professional.id)
    const start = new Date(kalli.clock().getTime() + 7 * 86_400_000)
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `insert into class_sessions (id, run_id, professional_id, service_id, starts_at, ends_at, zone, capacity, created_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, $3::timestamptz + interval '1 hour', 'America/Mexico_City', 5, $4)
       returning id`,
      [at.professional.id, serviceId, start, kalli.clock()],
    )
    return rows[0]?.id ?? ''
  },
  /** Saved for the next visit. */
  coupon: async ({ kalli, at }: World) => {
    const { id } = await kalli.database.kysely
      .insertInto('coupons')
      .values({
        professional_id: at.professional.id,
        code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
        percent_bp: 1000,
        created_at: kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  portfolioItem: async ({ kalli, at }: World) => {
    const [id, picture] = [randomUUID(), randomUUID()]
    await kalli.database.kysely
      .insertInto('portfolio_pictures')
      .values({
        id: picture,
        professional_id: at.professional.id,
        width: 800,
        height: 1000,
        created_at: kalli.clock(),
      })
      .execute()
    await kalli.database.kysely
      .insertInto('portfolio_items')
      .values({
        id,
        professional_id: at.professional.id,
        position: 1,
        after_picture: picture,
        created_at: kalli.clock(),
      })
      .execute()
    return id
  },
  paper: async ({ kalli, at }: World) => {
    const id = randomUUID()
    await kalli.database.kysely
      .insertInto('documents')
      .values({
        id,
        owner_kind: 'professional',
        owner_id: at.professional.id,
        kind: 'license',
        status: 'in_review',
        file_key: `documents/${id}`,
        file_type: 'application/pdf',
        file_bytes: 100,
        uploaded_at: kalli.clock(),
      })
      .execute()
    return id
  },
}
