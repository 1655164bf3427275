import type { QueryClient } from '@tanstack/react-query'
import * as contract from '#contract/favourite/favourite.ts'
import { reading } from '#web/api.ts'

/** Stores the current favourites and alerts. A query in flight is cancelled, as it would show the previous state. */
export const takeMarks = async (queryClient: QueryClient, marks: contract.Marks) => {
  const { queryKey } = reading(contract.marks)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, marks)
}
