import { useState } from 'react'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { fewRecords } from '#web/ui/records/order.ts'

const settleMs = 300

export type ListSearched = { typed: string; onType: (text: string) => void }

/** What is typed over a list that comes page by page, and `q`: what the server is to find, once the fingers rest. */
export const useListSearch = () => {
  const [typed, onType] = useState('')
  const q = useSettled(typed.trim(), settleMs)
  return {
    typed,
    onType,
    q,
    /** The field stays while what was typed is being deleted, or it would vanish under the fingers. */
    isOffered: (listed: number, isPlaceholder: boolean) =>
      listed > fewRecords || typed !== '' || q !== '' || isPlaceholder,
  }
}
