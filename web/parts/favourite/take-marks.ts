import type { QueryClient } from '@tanstack/react-query'
import * as contract from '#contract/favourite/favourite.ts'
import { reading } from '#web/api.ts'

/** What is kept and asked for now. A reading under way is older: coming later it would show what stood before. */
export const takeMarks = async (queryClient: QueryClient, marks: contract.Marks) => {
  const { queryKey } = reading(contract.marks)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, marks)
}
