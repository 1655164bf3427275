/**
 * Files for Google's Actions Center, for the operator to upload: generated once a day while the operator's switch is on, compressed, in
 * several pieces. The list of files is written last, so a set is complete or is the previous one (docs/platform/feeds.md).
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/storefront/feed.ts'
import { Attendance } from '#contract/storefront/storefront.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { type Files, filesOf } from '#server/platform/files/files.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'
import { attendance } from '#server/storefront/attendance.ts'
import { actionOf, entityOf, type Merchant, servicesOf } from '#server/storefront/feed-rows.ts'

type View = z.input<typeof contract.Feeds>
const Made = z.object({
  at: z.string(),
  merchants: z.int(),
  services: z.int(),
  files: z.array(z.object({ name: z.string(), bytes: z.int() })),
})

const setting = 'google_feeds'
const keyOf = (name: string) => `feeds/${name}`
const listKey = keyOf('made.json')
/** Rows of one piece: some megabytes before compression. */
const maxRows = 10_000
const perRead = 200

export const feeds = async (work: Work): Promise<View> => ({ on: await isOn(work), made: await madeIn(work) })

/** Switching off deletes the files. */
export const switchFeeds = async (
  work: Work,
  { body: { on } }: Pick<Input<typeof contract.switchFeeds>, 'body'>,
): Promise<View> => {
  await sql`
    insert into settings (name, value) values (${setting}, to_jsonb(${on}::boolean))
    on conflict (name) do update set value = excluded.value`.execute(work.db)
  if (!on) await removeFeeds(work)
  return feeds(work)
}

const isOn = async (work: Work): Promise<boolean> => {
  const { rows } = await sql<{ on: boolean }>`
    select value = 'true' as on from settings where name = ${setting}`.execute(work.db)
  return rows[0]?.on ?? false
}

const madeIn = async (work: Work): Promise<z.output<typeof Made> | null> => {
  const bytes = await filesOf(work.config).read(listKey)
  return bytes === null ? null : Made.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}

/** Every hour: generates the files if the last ones are a day old, so that a switch takes effect within the hour. */
export const makeDueFeeds = async (work: Work): Promise<void> => {
  if (!(await isOn(work))) return removeFeeds(work)
  const made = await madeIn(work)
  if (made !== null && work.now.getTime() - Date.parse(made.at) < dayMs) return
  await makeFeeds(work, made?.files ?? [])
}

/** A repetition after a crash writes the same files under the names of the same day. */
export const makeFeeds = async (
  work: Work,
  before: readonly { name: string }[],
  rowsInPiece = maxRows,
): Promise<void> => {
  const files = filesOf(work.config)
  const day = Math.floor(work.now.getTime() / dayMs) * (dayMs / 1000)
  const [entities, actions, services] = [
    feedOf(files, 'reservewithgoogle.entity', day, rowsInPiece),
    feedOf(files, 'reservewithgoogle.action.v2', day, rowsInPiece),
    feedOf(files, 'glam.service.v0', day, rowsInPiece),
  ]
  const origin = work.config.publicUrl
  let [merchants, offered] = [0, 0]
  for await (const one of merchantsOf(work)) {
    const rows = servicesOf(origin, one, await attendedAt(work, one.id))
    // Google lists no place without services.
    if (rows.length === 0) continue
    await entities.add(entityOf(origin, one))
    await actions.add(actionOf(origin, one))
    for (const row of rows) await services.add(row)
    merchants += 1
    offered += rows.length
  }
  const written = [await entities.end(), await actions.end(), await services.end()].flat()
  const made: z.input<typeof Made> = {
    at: work.now.toISOString(),
    merchants,
    services: offered,
    files: written,
  }
  crashPoint('inside-feed')
  await files.put(listKey, Buffer.from(JSON.stringify(made)), 'application/json')
  const names = new Set(written.map(({ name }) => name))
  for (const { name } of before) if (!names.has(name)) await files.remove(keyOf(name))
}

const removeFeeds = async (work: Work) => {
  const made = await madeIn(work)
  if (made === null) return
  const files = filesOf(work.config)
  for (const { name } of made.files) await files.remove(keyOf(name))
  await files.remove(listKey)
}

/** One unpublished meanwhile has nothing to book. */
const attendedAt = async (work: Work, business: number) => {
  try {
    return Attendance.parse(await attendance(work, { query: { business } })).services
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** Verified businesses with a published space, by key, in batches of some hundred. */
async function* merchantsOf(work: Work): AsyncGenerator<Merchant> {
  let after = 0
  for (;;) {
    const { rows } = await sql<Merchant>`
      select b.id, b.name, place.* from businesses b join hosts h on h.id = b.host_id
      cross join lateral (
        select round(s.latitude::numeric, 2)::float8 as latitude, round(s.longitude::numeric, 2)::float8 as longitude
        from spaces s where s.business_id = b.id and s.status = 'published' order by s.id limit 1
      ) place
      where b.id > ${after} and h.verified order by b.id limit ${perRead}`.execute(work.db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < perRead) return
    after = last.id
  }
}

/** Pieces `<name>-<time>_0001.json.gz`, and the descriptor that names them. */
const feedOf = (files: Files, feed: string, timestamp: number, rowsInPiece: number) => {
  const written: { name: string; bytes: number }[] = []
  let rows: string[] = []
  const write = async () => {
    const name = `${feed}-${timestamp}_${String(written.length + 1).padStart(4, '0')}.json.gz`
    const bytes = await promisify(gzip)(`{"data":[${rows.join(',')}]}`)
    rows = []
    await files.put(keyOf(name), bytes, 'application/gzip')
    written.push({ name, bytes: bytes.length })
  }
  return {
    add: async (row: object) => {
      rows.push(JSON.stringify(row))
      if (rows.length >= rowsInPiece) await write()
    },
    end: async () => {
      if (rows.length > 0 || written.length === 0) await write()
      const name = `${feed}-${timestamp}.filesetdesc.json`
      const descriptor = {
        generation_timestamp: timestamp,
        name: feed,
        data_file: written.map((one) => one.name),
      }
      const bytes = Buffer.from(JSON.stringify(descriptor))
      await files.put(keyOf(name), bytes, 'application/json')
      return [...written, { name, bytes: bytes.length }]
    },
  }
}

/** `GET /api/admin/feeds/<file>`: one of the last generated files. */
export const mountFeeds = (app: FastifyInstance, context: AppContext): void => {
  app.get<{ Params: { file: string } }>('/api/admin/feeds/:file', async (request, reply) => {
    const who = await personOfFile(context, request, reply)
    if (!who.roles.includes('admin')) refuse('forbidden')
    const { file } = request.params
    const files = filesOf(context.config)
    const list = await files.read(listKey)
    const made = list === null ? null : Made.parse(JSON.parse(Buffer.from(list).toString('utf8')))
    const known = made?.files.find(({ name }) => name === file)
    const bytes = known === undefined ? null : await files.read(keyOf(known.name))
    if (bytes === null) return refuse('not_found')
    return reply
      .type(file.endsWith('.gz') ? 'application/gzip' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('cache-control', 'no-store')
      .send(Buffer.from(bytes))
  })
}
