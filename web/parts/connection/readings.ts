import type { QueryClient } from '@tanstack/react-query'
import { type ConnectedAccount, connections, type Connections } from '#contract/connection/connection.ts'
import { unitConnections, type UnitConnections } from '#contract/connection/unit-connection.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'

const quickMs = 3_000
/** Within this time a job carries out what was chosen here. */
const carriedOutMs = 30_000

let chosenAt = 0
export const noteChoice = () => {
  chosenAt = Date.now()
}

type Polled = {
  accounts: readonly Pick<ConnectedAccount, 'state' | 'isMaking'>[]
  differences: readonly unknown[]
}

/** Quick while a job is under way; a question waits for a person, perhaps for days. */
export const pollMsOf = (answer: Polled | undefined): number | false => {
  if (answer === undefined) return false
  const isUnderWay =
    answer.accounts.some(({ state, isMaking }) => state === 'waiting' || isMaking) ||
    Date.now() - chosenAt < carriedOutMs
  if (isUnderWay) return quickMs
  return answer.differences.length > 0 ? minuteMs : false
}

export const connectionsReading = { ...reading(connections), staleTime: 0 }

/** Every change returns the whole state, and busy times may have changed. */
export const keepConnections = async (queryClient: QueryClient, answer: Connections) => {
  noteChoice()
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
) => {
  noteChoice()
  queryClient.setQueryData(unitConnectionsReading(membership).queryKey, answer)
}
