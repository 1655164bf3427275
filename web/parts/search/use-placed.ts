import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Chip } from '#web/parts/search/chips.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { lacksPlace, mayUsePosition, rememberPlace } from '#web/parts/search/last-place.ts'
import { useNearWhenSaid } from '#web/parts/search/near-when-said.ts'
import { grantedPosition } from '#web/parts/search/near-me.ts'
import { inCity, presumedReading } from '#web/parts/search/presumed-city.ts'

/**
 * The search as it is run: without a place, around the position if that is already allowed, else in a presumed city until one is chosen.
 * `placed` is undefined while the city is looked up.
 */
export const usePlaced = (
  chips: readonly Chip[],
  search: SearchState,
  look: (search: SearchState) => void,
) => {
  useNearWhenSaid(search, look)
  const lacks = lacksPlace(search)
  const presumed = useQuery({ ...presumedReading(chips, search), enabled: lacks })
  useEffect(() => rememberPlace(search), [search])
  const findNear = useEffectEvent(async () => {
    const before = search
    const position = await grantedPosition()
    if (position !== undefined && before === search) look({ ...search, ...position, radiusKm: '10' })
  })
  useEffect(() => {
    if (lacks && search.near === undefined && mayUsePosition()) void findNear()
  }, [lacks, search.near])
  const isReady = !lacks || presumed.data !== undefined
  return {
    placed: isReady ? inCity(search, lacks ? presumed.data : undefined) : undefined,
    presumed: lacks ? presumed.data : undefined,
    error: isReady ? null : presumed.error,
    onRetry: () => void presumed.refetch(),
  }
}
