/** The labels of an account's states. */
import type { AccountState } from '#contract/connection/connection.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const accountStates = {
  waiting: { tone: 'plain', label: 'Leyendo…' },
  healthy: { tone: 'agave', label: 'Al día' },
  failing: { tone: 'maiz', label: 'Con problemas' },
  revoked: { tone: 'chile', label: 'Desconectada' },
} as const satisfies Record<AccountState, { tone: BadgeTone; label: string }>
