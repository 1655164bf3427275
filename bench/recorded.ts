/** The counterpart of recording.ts: what a server reports about a path, and the same statements through bare pg. */
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { Statement } from './recording.ts'
import { timed, type Side } from './harness.ts'
import type { Served } from './kalli.ts'

const Recorded = z.object({
  statements: z.array(z.object({ sql: z.string(), parameters: z.array(z.unknown()) })),
  buffers: z.number(),
})

export const recorded = async (server: Served, path: string) => Recorded.parse(await server.ask({ path }))

const names = new Map<string, string>()
const nameOf = (sql: string) => names.get(sql) ?? names.set(sql, `b${names.size}`).get(sql)

/** The statements of several responses in turn, prepared, over so many connections; the results are ignored. */
export const throughPg = (
  pool: Pool,
  name: string,
  answers: readonly (readonly Statement[])[],
  request: { connections: number; seconds: number },
): Side => {
  let turn = 0
  const one = async () => {
    for (const { sql, parameters } of answers[turn++ % answers.length] ?? [])
      await pool.query({ name: nameOf(sql), text: sql, values: [...parameters] })
  }
  return {
    name,
    run: async () => {
      const samples = await Promise.all(
        Array.from({ length: request.connections }, () => timed(one, request.seconds)),
      )
      const [sample] = samples
      if (sample === undefined) throw new Error('no connection')
      return { ...sample, operations: samples.reduce((sum, { operations }) => sum + operations, 0) }
    },
  }
}
