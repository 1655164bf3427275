import { useQuery } from '@tanstack/react-query'
import { waitingInWork } from '#contract/workday/waiting.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { countReading } from '#web/parts/conversation/reading.ts'
import type { Tool, WorkRole } from '#web/shell/work/tools.ts'
import { useHydrating } from '#web/ui/page/still.tsx'

/** How many things are pending at a tool of that role; 0 until known. Null: a client, who has no tools but messages. */
export const useWaiting = (role: WorkRole | null) => {
  const hydrating = useHydrating()
  const { data: messages } = useQuery(countReading)
  const { data: work } = useQuery({
    ...reading(waitingInWork, { query: { as: role ?? 'professional' } }),
    enabled: role !== null,
    staleTime: 30_000,
    refetchInterval: minuteMs,
  })
  return (waits: Tool['waits']): number => {
    // What a button loaded earlier in the browser is not in the server's page.
    if (hydrating || waits === undefined) return 0
    if (waits === 'messages') return messages?.count ?? 0
    return work?.[waits] ?? 0
  }
}
