import type { QueryClient } from '@tanstack/react-query'
import { connections, type Connections } from '#contract/connection/connection.ts'
import { unitConnections, type UnitConnections } from '#contract/connection/unit-connection.ts'
import { reading } from '#web/api.ts'

/** How long a requested job may take: until then the page polls. */
export const lookMs = 3_000

export const connectionsReading = { ...reading(connections), staleTime: 0 }

/** Every change returns the whole state, and busy times may have changed. */
export const keepConnections = async (queryClient: QueryClient, answer: Connections) => {
  queryClient.setQueryData(connectionsReading.queryKey, answer)
  await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
}

/** `membership`: as a team member on behalf of the business; undefined: the host's own. */
export const unitConnectionsReading = (membership: number | undefined) => ({
  ...reading(unitConnections, { query: membership === undefined ? {} : { membership } }),
  staleTime: 0,
})

export const keepUnitConnections = (
  queryClient: QueryClient,
  membership: number | undefined,
  answer: UnitConnections,
) => queryClient.setQueryData(unitConnectionsReading(membership).queryKey, answer)
