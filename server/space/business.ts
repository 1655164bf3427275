/** The business under which a host's spaces are published: its name and description. */
import { sql } from 'kysely'
import type { Business } from '#contract/space/business.ts'
import { hostRegimes, type LegalKind, rfcProblemOf } from '#contract/payment/tax-identity.ts'
import { withPhoneSaved } from '#server/account/phone.ts'
import { slugOf } from '#server/platform/slug.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'

const columns = ['id', 'name', 'description', 'version'] as const

export const businesses = async (work: Work): Promise<Business[]> => {
  if (work.viewer.hostId === null) return []
  return work.db
    .selectFrom('businesses')
    .select(columns)
    .where('host_id', '=', work.viewer.hostId)
    .orderBy('id')
    .execute()
}

/** Refuses `not_found`, `stale_version`, and `name_taken` by another of the host's: spaces are added by the name. */
export const change = (
  work: Work,
  id: number,
  given: { name: string; description: string; version: number },
): Promise<Business> =>
  inTransaction(work, async (work) => {
    const hostId = work.viewer.hostId ?? refuse('not_found')
    await lockName(work, `businesses:${hostId}`)
    const mine = await work.db
      .selectFrom('businesses')
      .select(['id', 'name', 'version'])
      .where('host_id', '=', hostId)
      .forUpdate()
      .execute()
    const one = mine.find((business) => business.id === id) ?? refuse('not_found')
    if (one.version !== given.version) refuse('stale_version')
    if (mine.some((business) => business.id !== id && business.name === given.name)) refuse('name_taken')
    const changed = await work.db
      .updateTable('businesses')
      .set({ name: given.name, description: given.description, version: given.version + 1 })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    for (const space of await spacesOf(work, id)) await publish(work, 'space.changed', { spaceId: space.id })
    return changed
  })

/** One of the host's. Refuses `not_found`. */
export const ownBusiness = async (work: Work, hostId: number, id: number): Promise<number> => {
  const own = await work.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', id)
    .where('host_id', '=', hostId)
    .executeTakeFirst()
  return own?.id ?? refuse('not_found')
}

/** The host's business of that name, or a new one. */
export const businessNamed = async (work: Work, hostId: number, name: string): Promise<number> => {
  await lockName(work, `businesses:${hostId}`)
  const there = await work.db
    .selectFrom('businesses')
    .select('id')
    .where('host_id', '=', hostId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (there !== undefined) return there.id
  const { id } = await work.db
    .insertInto('businesses')
    .values({
      host_id: hostId,
      name,
      slug: `nuevo-${crypto.randomUUID()}`,
      contact_email: await emailOf(work),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.db
    .updateTable('businesses')
    .set({ slug: slugOf(name, id) })
    .where('id', '=', id)
    .execute()
  return id
}

/** The account's email, until the host enters another. */
const emailOf = async (work: Work): Promise<string> => {
  const own = await work.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', work.viewer.accountId)
    .executeTakeFirst()
  return own?.email ?? ''
}

/** Step 1 of the wizard; omitted fields stay. Refuses `name_taken`, and `invalid_input` for an RFC that is not theirs. */
export const describe = async (
  work: Work,
  id: number,
  given: {
    businessName?: string | undefined
    legalKind?: LegalKind | undefined
    rfc?: string | null | undefined
    taxRegime?: string | null | undefined
    contactEmail?: string | undefined
    contactPhone?: string | undefined
  },
) => {
  const hostId = work.viewer.hostId ?? refuse('not_found')
  await lockName(work, `businesses:${hostId}`)
  if (given.businessName !== undefined) {
    const other = await work.db
      .selectFrom('businesses')
      .select('id')
      .where('host_id', '=', hostId)
      .where('name', '=', given.businessName)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other !== undefined) refuse('name_taken')
  }
  await requireOneTaxpayer(work, id, given)
  await work.db
    .updateTable('businesses')
    .set((has) => ({
      name: given.businessName,
      legal_kind: given.legalKind,
      rfc: given.rfc,
      tax_regime: given.taxRegime,
      contact_email: given.contactEmail,
      contact_phone: given.contactPhone === undefined ? undefined : businessPhone(given.contactPhone),
      version: has('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Empty stays empty. Refuses invalid_phone. */
const businessPhone = (typed: string): string => (typed === '' ? '' : withPhoneSaved({ phone: typed }).phone)

/** RFC and regime belong to the responsible person or company. An earlier value may stay until it is entered anew. */
const requireOneTaxpayer = async (
  work: Work,
  id: number,
  given: {
    legalKind?: LegalKind | undefined
    rfc?: string | null | undefined
    taxRegime?: string | null | undefined
  },
) => {
  if (!given.rfc && !given.taxRegime) return
  const { legal_kind } = await work.db
    .selectFrom('businesses')
    .select('legal_kind')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const kind = given.legalKind ?? (legal_kind === 'company' ? 'company' : 'person')
  const problem = given.rfc ? rfcProblemOf(given.rfc, kind) : null
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'rfc', message: problem }] })
  if (given.taxRegime && !hostRegimes(kind).some((one) => one === given.taxRegime))
    refuse('invalid_input', { fields: [{ field: 'taxRegime' }] })
}

const spacesOf = (work: Work, businessId: number) =>
  work.db.selectFrom('spaces').select('id').where('business_id', '=', businessId).execute()

/** Its owner left: the spaces close, and what remains for old receipts has no name and no address. */
export const retire = async (work: Work, hostId: number) => {
  await work.db
    .updateTable('businesses')
    .set((has) => ({
      name: 'Negocio retirado',
      description: '',
      rfc: null,
      contact_email: '',
      contact_phone: '',
      slug: sql`'retirado-' || ${has.ref('id')}`,
      version: sql`version + 1`,
    }))
    .where('host_id', '=', hostId)
    .execute()
  await work.db
    .updateTable('hosts')
    .set({
      clabe: null,
      clabe_end: null,
      clabe_holder: null,
      clabe_bank: null,
      clabe_at: null,
      // What is still due to them was earned while their RFC was known, or must be paid out all the same.
      paid_with_rfc_only: false,
    })
    .where('id', '=', hostId)
    .execute()
  // The sweep removes their files once nothing shows them.
  const own = work.db.selectFrom('spaces').select('id').where('host_id', '=', hostId)
  await work.db.deleteFrom('space_photos').where('space_id', 'in', own).execute()
  await work.db.deleteFrom('equipment_photos').where('space_id', 'in', own).execute()
  await work.db.deleteFrom('space_documents').where('space_id', 'in', own).execute()
  await work.db.deleteFrom('business_equipment_spaces').where('space_id', 'in', own).execute()
  const closed = await work.db
    .updateTable('spaces')
    .set((has) => ({
      name: 'Espacio retirado',
      description: '',
      slug: sql`'retirado-' || ${has.ref('id')}`,
      photos: [],
      address: '',
      neighbourhood: null,
      latitude: sql`round(latitude::numeric, 1)::float8`,
      longitude: sql`round(longitude::numeric, 1)::float8`,
      postal_code: null,
      rules_text: '',
      directions: '',
      status: 'archived',
      version: sql`version + 1`,
    }))
    .where('host_id', '=', hostId)
    .returning('id')
    .execute()
  for (const { id } of closed) await publish(work, 'space.changed', { spaceId: id })
}
