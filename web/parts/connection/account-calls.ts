/** Calls for accounts: of a professional, or of a host for their units. The same cards and forms serve both. */
import type { QueryClient } from '@tanstack/react-query'
import * as own from '#contract/connection/connection.ts'
import type { CaldavService, ConnectedAccount, Reach } from '#contract/connection/connection.ts'
import * as units from '#contract/connection/unit-connection.ts'
import type { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { call, keyOf } from '#web/api.ts'
import { keepConnections, keepUnitConnections } from '#web/parts/connection/readings.ts'

export type AccountsOf = 'own' | 'units'

export type ConnectRequest = { provider: CalendarProviderName; reach: Reach; accountId?: number }
export type PasswordRequest = {
  service: CaldavService
  address?: string
  user: string
  password: string
  makesOwn: boolean
}

type AccountCalls = {
  connect(request: ConnectRequest): Promise<{ address: string }>
  connectByPassword(request: PasswordRequest): Promise<void>
  tryNow(id: number): Promise<readonly ConnectedAccount[]>
  disconnect(id: number): Promise<void>
}

export const callsOf = (of: AccountsOf, queryClient: QueryClient): AccountCalls =>
  of === 'own' ? ownCalls(queryClient) : unitCalls(queryClient)

const ownCalls = (queryClient: QueryClient): AccountCalls => ({
  connect: (body) => call(own.connect, { body }),
  connectByPassword: async (body) => keepConnections(queryClient, await call(own.connectCaldav, { body })),
  async tryNow(id) {
    const answer = await call(own.tryConnection, { params: { id } })
    await keepConnections(queryClient, answer)
    return answer.accounts
  },
  async disconnect(id) {
    await call(own.disconnect, { params: { id } })
    await queryClient.invalidateQueries({ queryKey: keyOf(own.connections) })
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
  },
})

const unitCalls = (queryClient: QueryClient): AccountCalls => ({
  connect: ({ reach, ...body }) =>
    call(units.connectForUnits, { body: { ...body, reach: reach === 'read' ? 'read' : 'theirs' } }),
  async connectByPassword({ service, address, user, password }) {
    const body = { service, user, password, ...(address === undefined ? {} : { address }) }
    keepUnitConnections(queryClient, undefined, await call(units.connectCaldavForUnits, { body }))
  },
  async tryNow(id) {
    const answer = await call(units.tryUnitConnection, { params: { id }, body: {} })
    keepUnitConnections(queryClient, undefined, answer)
    return answer.accounts
  },
  async disconnect(id) {
    await call(units.disconnectUnits, { params: { id } })
    await queryClient.invalidateQueries({ queryKey: keyOf(units.unitConnections) })
  },
})
