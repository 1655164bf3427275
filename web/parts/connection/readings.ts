import type { QueryClient } from '@tanstack/react-query'
import { connections, type Connections } from '#contract/connection/connection.ts'
import { reading } from '#web/api.ts'

export const connectionsReading = { ...reading(connections), staleTime: 0 }

/** Every change answers with the whole, and what is busy elsewhere is another then. */
export const keepConnections = async (queryClient: QueryClient, answer: Connections) => {
  queryClient.setQueryData(connectionsReading.queryKey, answer)
  await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
}
