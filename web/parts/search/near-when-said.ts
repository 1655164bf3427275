import { useEffect, useEffectEvent } from 'react'
import type { SearchState } from '#web/parts/cards/search-state.ts'

/** A sentence with "cerca" waits for the browser's position. */
export const useNearWhenSaid = (search: SearchState, look: (search: SearchState) => void) => {
  const asksWhere = search.near === 'on'
  const findNear = useEffectEvent(async () => {
    const { takePosition } = await import('#web/parts/search/take-words.ts')
    look(await takePosition(search))
  })
  useEffect(() => {
    if (asksWhere) void findNear()
  }, [asksWhere])
}
