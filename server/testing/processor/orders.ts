/** In which orders news may be received. */

/** Each order of these things, once. */
export const permutations = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : permutations(things.slice(0, -1)).flatMap((order) =>
        things.map((_, place) => [...order.slice(0, place), ...things.slice(-1), ...order.slice(place)]),
      )

const every = permutations([0, 1, 2, 3, 4])
const isAll = process.env['KALLI_NEWS_ORDERS'] === 'all'

/**
 * Of a charge that is approved, taken and partly refunded, and then disputed. A dispute that is lost is walked in all 120 orders. Of one
 * that is won the first three webhooks are the same, and their orders are walked there: here its own two come at each of their 20 places
 * among them. With KALLI_NEWS_ORDERS=all it is walked in all 120, too.
 */
export const disputeOrders = {
  lost: { named: 'every order of the news', orders: every, count: 120 },
  won: {
    named: 'every place of the bank’s last two letters in the news',
    orders: every.filter((order) => isAll || order.filter((which) => which < 3).join() === '0,1,2'),
    count: isAll ? 120 : 20,
  },
} as const
