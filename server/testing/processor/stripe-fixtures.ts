/**
 * Stripe's published objects, one of each resource: from the folder in KALLI_STRIPE_FIXTURES, else `../shared/stripe` beside the
 * repository. They are not part of it; null if absent.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const Fixtures = z.object({ resources: z.record(z.string(), z.record(z.string(), z.unknown())) })
export type Resources = z.output<typeof Fixtures>['resources']

const folder =
  process.env['KALLI_STRIPE_FIXTURES'] ?? fileURLToPath(new URL('../../../../shared/stripe', import.meta.url))

/** Why there are none. */
export const noFixtures = `no fixtures of Stripe in ${folder} (KALLI_STRIPE_FIXTURES)`

export const stripeFixtures = (): Resources | null => {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith('.json')) : undefined
  if (name === undefined) return null
  return z.parse(Fixtures, JSON.parse(readFileSync(join(folder, name), 'utf8'))).resources
}
