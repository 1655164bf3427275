import { useMemo, useState, useSyncExternalStore } from 'react'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/form/draft.ts'

/** Nothing else writes it while the screen is open. */
const never = () => () => undefined

/** JSON has no NaN, and null may mean "none": a number that was not understood (web/ui/form/number-field.tsx) is stored as this. */
const unread = '\u0000NaN'
const toText = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? unread : one))
const fromText = (text: string) => JSON.parse(text, (_, one: unknown) => (one === unread ? Number.NaN : one))

/** A draft stored before a part existed takes that part from the saved value. */
const whole = <T>(stored: T, saved: T): T =>
  typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? { ...saved, ...stored } : stored

/**
 * A whole value that is edited before it is saved. It survives a reload in this tab: the draft comes back once the page is hydrated, so
 * that the first render is the server's.
 */
export const useDraft = <T>(draftKey: string, saved: T) => {
  const stored = useSyncExternalStore(
    never,
    () => readDraft(draftKey)['draft'],
    () => undefined,
  )
  const found = useMemo(
    (): { value: T } | null => (stored === undefined ? null : { value: whole(fromText(stored), saved) }),
    // oxlint-disable-next-line react/exhaustive-deps -- what it began with is saved anew on every answer; what was kept is not
    [stored],
  )
  const [edited, edit] = useState<{ value: T } | null>(null)
  return {
    draft: (edited ?? found)?.value ?? saved,
    put: (value: T) => {
      edit({ value })
      keepDraft(draftKey, 'draft', toText(value))
    },
    /** From its current value: for answers that come while the user continues typing. */
    change: (next: (before: T) => T) =>
      edit((before) => {
        const value = next((before ?? found)?.value ?? saved)
        keepDraft(draftKey, 'draft', toText(value))
        return { value }
      }),
    /** The saved value counts; the draft is gone. */
    take: (value: T) => {
      forgetDraft(draftKey)
      edit({ value })
    },
  }
}
