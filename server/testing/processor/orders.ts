/** Orders in which webhooks may arrive. */
import { isDeep, testSeed } from '#server/testing/crash/deep.ts'

/** Each order of these items, once. */
export const permutations = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : permutations(things.slice(0, -1)).flatMap((order) =>
        things.map((_, place) => [...order.slice(0, place), ...things.slice(-1), ...order.slice(place)]),
      )

const [inOrder = [], ...others] = permutations([0, 1, 2, 3, 4]).toSorted((one, other) =>
  one.join().localeCompare(other.join()),
)

/** This many of the orders, by the seed of the run: the chronological one, and others drawn at random. */
const drawn = (orders: readonly number[][], count: number) => {
  const left = [...orders]
  let state = testSeed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const chosen = Array.from({ length: count - 1 }, () => left.splice(below(left.length), 1)[0] ?? [])
  return [inOrder, ...chosen]
}

const isInOrder = (order: readonly number[]) => order.filter((which) => which < 3).join() === '0,1,2'
const lost = isDeep ? 120 : 30
const won = isDeep ? 120 : 10

/**
 * For a charge that is approved, captured and partly refunded, and then disputed. `npm run test:deep` tries all 120 orders; `npm test`
 * others of them in each run. For a dispute that is won it tries those where the first three webhooks are in order, as only its own two
 * differ from one that is lost.
 */
export const disputeOrders = {
  lost: { named: `${lost} orders of the news`, orders: drawn(others, lost), count: lost },
  won: {
    named: `${won} orders of the news`,
    orders: drawn(isDeep ? others : others.filter(isInOrder), won),
    count: won,
  },
} as const
