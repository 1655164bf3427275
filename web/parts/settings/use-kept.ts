import { useMemo, useState, useSyncExternalStore } from 'react'
import { forgetDraft, keepDraft, keptDraft } from '#web/ui/draft.ts'

/** Nobody else writes it while the screen is open. */
const never = () => () => undefined

/**
 * Something whole that is edited before it is saved. It survives a reload in this tab: what was kept comes back once the page
 * is alive, so that the first picture is the server's.
 */
export const useKept = <T>(keptAs: string, saved: T) => {
  const kept = useSyncExternalStore(
    never,
    () => keptDraft(keptAs)['draft'],
    () => undefined,
  )
  const found = useMemo(
    (): { value: T } | null => (kept === undefined ? null : { value: JSON.parse(kept) }),
    [kept],
  )
  const [edited, edit] = useState<{ value: T } | null>(null)
  return {
    draft: (edited ?? found)?.value ?? saved,
    put: (value: T) => {
      edit({ value })
      keepDraft(keptAs, 'draft', JSON.stringify(value))
    },
    /** What is saved stands; what was kept is gone. */
    take: (value: T) => {
      forgetDraft(keptAs)
      edit({ value })
    },
  }
}
