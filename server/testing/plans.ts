/** The actual plan of each statement (auto_explain): for tests that no table is read whole. */
import assert from 'node:assert/strict'
import * as z from 'zod/mini'
import { openDatabase } from '#server/platform/database/database.ts'
import type { TestServer } from '#server/testing/test-server.ts'

/**
 * A connection to the test server's database whose plans are recorded. `mayBeRead`: small tables that may be read whole. Close it after
 * use.
 */
export const watchPlans = (kalli: TestServer, mayBeRead = (table: string) => small.has(table)) => {
  const plans: unknown[] = []
  const database = openDatabase(kalli.config.databaseUrl ?? '', { max: 1 })
  // Every connection of the pool, since one that is idle for long is closed and replaced.
  database.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const start = message?.indexOf('plan:') ?? -1
      if (message !== undefined && start >= 0) plans.push(JSON.parse(message.slice(start + 5)))
    })
    void client.query(`
      load 'auto_explain'; set plan_cache_mode = auto;
      set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
      set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json; set auto_explain.log_level = notice`)
  })
  return {
    db: database.kysely,
    /** Runs it twice, so that the second run counts plans alone; returns the buffers it touched and the indexes it used. */
    cost: async (run: () => Promise<unknown>) => {
      await run()
      plans.length = 0
      await run()
      assert.ok(plans.length > 0, 'no plan was seen')
      const indexes = new Set<string>()
      const pages = plans.reduce<number>((sum, plan) => sum + check(plan, indexes, mayBeRead), 0)
      return { pages, indexes }
    },
    close: () => database.close(),
  }
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Shared Hit Blocks': z.optional(z.int()),
  'Shared Read Blocks': z.optional(z.int()),
  'Actual Rows': z.optional(z.number()),
  Plans: z.optional(z.array(z.unknown())),
})
const Plan = z.looseObject({ Plan: z.unknown() })

/** Tables that do not grow with the number of people. */
const small = new Set([
  'search_scales',
  'search_words',
  'pg_class',
  'commission_rules',
  'tax_rules',
  'settings',
])

type MayBeRead = (table: string) => boolean

const check = (plan: unknown, indexes: Set<string>, mayBeRead: MayBeRead): number => {
  const root = z.parse(Node, z.parse(Plan, plan).Plan)
  visit(root, indexes, mayBeRead)
  return (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0)
}

const visit = (value: unknown, indexes: Set<string>, mayBeRead: MayBeRead) => {
  const node = z.parse(Node, value)
  const table = node['Relation Name']
  const index = node['Index Name']
  if (index !== undefined) indexes.add(index)
  if (node['Node Type'] === 'Seq Scan' && table !== undefined && !mayBeRead(table))
    assert.fail(`${table} is read whole: ${JSON.stringify(value).slice(0, 400)}`)
  for (const child of node.Plans ?? []) visit(child, indexes, mayBeRead)
}
