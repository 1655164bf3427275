import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/tables.ts'

const inside = new AsyncLocalStorage<true>()

/**
 * A statement that leaves its transaction by mistake (sent through the outer `work`) is committed by itself and sees nothing of the
 * transaction: a crash in between leaves it half done. In tests it fails.
 */
export const refuseBeside = ({ kysely, pool }: Database) => {
  const begin = kysely.transaction.bind(kysely)
  kysely.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(run: (db: Transaction<DB>) => Promise<T>) =>
      execute((db) => inside.run(true, () => run(db)))
    return builder
  }
  const connect: (...given: unknown[]) => unknown = pool.connect.bind(pool)
  Object.defineProperty(pool, 'connect', {
    value: (...given: unknown[]) => {
      if (inside.getStore() === true) throw new Error('a statement beside the transaction that it belongs to')
      return connect(...given)
    },
  })
}
