/** One of each thing that has an owner, for the access matrix. */
import type { World } from '#server/testing/world.ts'
import { accounts } from '#server/testing/world/accounts.ts'
import { hiring } from '#server/testing/world/hiring.ts'
import { money } from '#server/testing/world/money.ts'
import { offers } from '#server/testing/world/offers.ts'
import { rents } from '#server/testing/world/rents.ts'
import { spaces } from '#server/testing/world/spaces.ts'
import { visits } from '#server/testing/world/visits.ts'
import { words } from '#server/testing/world/words.ts'

/** Creates each thing; returns what an address identifies it by. */
export const things = {
  ...spaces,
  ...offers,
  ...visits,
  ...rents,
  ...hiring,
  ...money,
  ...words,
  ...accounts,
} satisfies Record<string, (world: World) => Promise<string | number>>
export type Thing = keyof typeof things
