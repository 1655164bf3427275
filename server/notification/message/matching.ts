/**
 * Notices of newcomers to the other side. A new space is announced to professionals nearby whose work is done in such a place; a new
 * professional to hosts nearby who have a place for their work. Once for each newcomer, the nearest first, up to a limit; nearness and
 * categories come from the indexes of search.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Category, categories, doneIn, SpaceType, spaceTypes } from '#contract/professional/categories.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { notify } from '#server/notification/message/notify.ts'
import {
  fitting,
  maxCandidates,
  maxMatchesADay,
  maxNotified,
  nearKm,
  spaceTypesFor,
} from '#server/notification/message/rules.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'

/** A space was saved: the first time it is published, professionals nearby are notified. */
export const announceSpace = (work: Work, spaceId: number) =>
  inTransaction(work, async (work) => {
    const space = await work.db
      .selectFrom('spaces')
      .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
      .innerJoin('hosts', 'hosts.id', 'spaces.host_id')
      .select([
        'spaces.id',
        'spaces.name',
        'spaces.space_type',
        'spaces.neighbourhood',
        'spaces.city',
        'spaces.latitude',
        'spaces.longitude',
        'spaces.status',
        'spaces.welcome',
        'spaces.categories',
        'businesses.name as business_name',
        'hosts.account_id',
      ])
      .where('spaces.id', '=', spaceId)
      .executeTakeFirst()
    // A space by invitation is no news to professionals who may not apply; it is once anyone may.
    if (space?.status !== 'published' || space.welcome === 'agreement') return
    if (!(await isNews(work, 'space', spaceId))) return
    const type = SpaceType.parse(space.space_type)
    // Categories of work in such a place, limited to those that its host allows.
    const wanted = space.categories.length === 0 ? doneIn[type] : fitting(type, space.categories)
    if (wanted.length === 0) return
    // Bells are counted for the nearest only: in a big city a hundred thousand are near enough.
    const { rows } = await sql<Near & { categories: string[] }>`
      select p.account_id as "accountId", p.categories, near.km
      from (
        select d.id, search_km(${space.latitude}, ${space.longitude}, d.latitude, d.longitude) as km
        from search_professionals d
        where d.words @@ ${anyWord('category', wanted)}::tsquery
          and d.marks && search_cover_circle(${space.latitude}, ${space.longitude}, ${nearKm})
        order by km, d.id limit ${maxCandidates}
      ) near
      join professionals p on p.id = near.id
      where near.km <= ${nearKm} and p.account_id <> ${space.account_id}
        and not exists (select from agreements a where a.professional_id = p.id and a.space_id = ${space.id})
        and ${hasRoomToday(work, sql`p.account_id`)}
      order by near.km, p.id limit ${maxNotified}`.execute(work.db)
    const where = `${space.business_name}, ${space.neighbourhood ?? space.city}`
    await notify(
      work,
      'space_match',
      rows.map((near) => ({
        accountId: near.accountId,
        title: `Espacio nuevo: ${space.name}`,
        message: `${spaceTypes[type]} en ${where}, a ${kilometres(near.km)} de ti.`,
        matchingCategories: wanted.filter((one) => near.categories.includes(one)),
        about: { kind: 'space', id: String(space.id) },
        dedupeKey: `space-match:${space.id}`,
      })),
    )
  })

/** A professional was saved: the first time they are published, hosts nearby are notified. */
export const announceProfessional = (work: Work, professionalId: number) =>
  inTransaction(work, async (work) => {
    const professional = await work.db
      .selectFrom('professionals')
      .select([
        'id',
        'account_id',
        'first_name',
        'last_name',
        'categories',
        'latitude',
        'longitude',
        'status',
        'neighbourhood',
        'city',
      ])
      .where('id', '=', professionalId)
      .executeTakeFirst()
    if (professional?.status !== 'published' || !(await isNews(work, 'professional', professionalId))) return
    const types = spaceTypesFor(professional.categories)
    if (types.length === 0) return
    const { latitude, longitude } = professional
    // One notice for a host: their nearest place that fits, and what fits in any of theirs.
    const { rows } = await sql<Near & { spaceName: string; types: string[] }>`
      select h.account_id as "accountId", near.km, near."spaceName", near.types
      from (
        select s.host_id, min(found.km) as km, (array_agg(s.name order by found.km, s.id))[1] as "spaceName",
          array_agg(distinct s.space_type) as types
        from (
          select d.id, search_km(${latitude}, ${longitude}, d.latitude, d.longitude) as km
          from search_spaces d
          where d.words @@ ${anyWord('type', types)}::tsquery
            and d.marks && search_cover_circle(${latitude}, ${longitude}, ${nearKm})
        ) found
        join spaces s on s.id = found.id
        where found.km <= ${nearKm}
          and not exists (
            select from agreements a where a.professional_id = ${professional.id} and a.space_id = s.id)
          and (s.categories = '{}' or s.categories && ${professional.categories}::text[])
        group by s.host_id
      ) near
      join hosts h on h.id = near.host_id
      where h.account_id <> ${professional.account_id} and ${hasRoomToday(work, sql`h.account_id`)}
      order by near.km, h.id limit ${maxNotified}`.execute(work.db)
    const trade = listed(professional.categories.map((category) => labelOf(category)))
    await notify(
      work,
      'professional_match',
      rows.map((near) => ({
        accountId: near.accountId,
        title: `${professional.first_name} ${professional.last_name} busca dónde trabajar`,
        message: `${trade} en ${professional.neighbourhood ?? professional.city}, a ${kilometres(near.km)} de ${near.spaceName}.`,
        matchingCategories: professional.categories.filter((category) =>
          near.types.some((type) => fitting(SpaceType.parse(type), [category]).length > 0),
        ),
        about: { kind: 'professional', id: String(professional.id) },
        dedupeKey: `professional-match:${professional.id}`,
      })),
    )
  })

type Near = { accountId: number; km: number }

/** True once for each newcomer, also for concurrent saves. */
const isNews = async (work: Work, kind: 'space' | 'professional', id: number): Promise<boolean> => {
  await lockName(work, `announce:${kind}:${id}`)
  const { rows } = await sql`
    insert into notification_matchings (kind, id, at) values (${kind}, ${id}, ${work.now})
    on conflict do nothing returning id`.execute(work.db)
  return rows.length > 0
}

/** A limit of matches a day, counted on the index of a person's notices. */
const hasRoomToday = (work: Work, accountId: ReturnType<typeof sql>) => sql<boolean>`(
  select count(*) from notifications n
  where n.account_id = ${accountId} and n.created_at > ${new Date(work.now.getTime() - dayMs)}
    and n.type in ('new_space_match', 'new_professional_match')) < ${maxMatchesADay}`

/** `'category:hair' | 'category:nails'`: the words that search stores for its filters. Our own names, never user input. */
const anyWord = (kind: 'category' | 'type', names: readonly string[]) =>
  names.map((name) => `'${kind}:${name}'`).join(' | ')

const kilometres = (km: number) => (km < 1 ? 'menos de 1 km' : `${km.toFixed(1)} km`)

const labelOf = (category: string) => {
  const known = z.safeParse(Category, category)
  return known.success ? categories[known.data] : category
}

/** "Cabello, Uñas y Belleza" */
const listed = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} y ${words.at(-1) ?? ''}`
