/** One of each thing that has an owner, and every caller who could ask for it: for the matrix of who is let in. */
import { accounts } from '#server/testing/world/accounts.ts'
import { hiring } from '#server/testing/world/hiring.ts'
import { money } from '#server/testing/world/money.ts'
import { rents } from '#server/testing/world/rents.ts'
import { offers } from '#server/testing/world/offers.ts'
import { spaces } from '#server/testing/world/spaces.ts'
import { visits } from '#server/testing/world/visits.ts'
import { words } from '#server/testing/world/words.ts'
import type { World } from '#server/testing/world/callers.ts'

export {
  administrator,
  dual,
  isMemberKind,
  type Kind,
  kinds,
  type MemberKind,
  memberKinds,
  type World,
  world,
} from '#server/testing/world/callers.ts'
export { paperId } from '#server/testing/world/spaces.ts'
export { formId } from '#server/testing/world/visits.ts'

/** How each thing comes into the world; the answer is what an address calls it by. */
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
