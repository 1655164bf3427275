import { useEffect, useEffectEvent } from 'react'
import { withoutPlace } from '#web/parts/search/chips.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { askPosition } from '#web/parts/search/near-me.ts'
import { toastError } from '#web/ui/toast.ts'

/** A sentence with "cerca" asks for the browser's position; the rest of the search may change until the visitor answers. */
export const useNearWhenSaid = (search: SearchState, look: (search: SearchState) => void) => {
  const asksWhere = search.near === 'on'
  const answer = useEffectEvent((position: Awaited<ReturnType<typeof askPosition>>) => {
    if (position === undefined)
      toastError('No pudimos saber dónde estás', 'Escribe tu colonia o ciudad en «Dónde».')
    look({
      ...(position === undefined ? search : { ...withoutPlace(search), ...position, radiusKm: '10' }),
      near: undefined,
    })
  })
  useEffect(() => {
    if (!asksWhere) return
    let isAwaited = true
    void askPosition().then((position) => {
      if (isAwaited) answer(position)
    })
    return () => {
      isAwaited = false
    }
  }, [asksWhere])
}
