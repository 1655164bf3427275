import { useState } from 'react'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { fewRecords } from '#web/ui/records/order.ts'

const settleMs = 300

export type ListSearched = { typed: string; onType: (text: string) => void }

/** The typed search text of a paginated list, and `q`: the debounced text for the server; an emptied field counts at once. */
export const useListSearch = () => {
  const [typed, onType] = useState('')
  const settled = useSettled(typed.trim(), settleMs)
  const q = typed.trim() === '' ? '' : settled
  return {
    typed,
    onType,
    q,
    /** The field stays while its text is being deleted, or it would vanish during typing. */
    isOffered: (listed: number, isPlaceholder: boolean) =>
      listed > fewRecords || typed !== '' || q !== '' || isPlaceholder,
  }
}
