/** Whether the list follows the map, and where the map was moved to: one state, so that a search and its view stay consistent. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { printed } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { bboxText, seenBox } from '#web/parts/map/projection.ts'
import type { Size, View } from '#web/parts/map/projection.ts'
import { withoutPlace } from '#web/parts/search/chips.ts'

/** A pointer comes to rest; a keyboard user presses several keys, and may press the button meanwhile. */
const pauses = { pointer: 600, keys: 1500 } as const
export type MovedBy = keyof typeof pauses

type Moved = {
  view: View
  by: MovedBy
  /** The search during which it was moved, and the search that results. */
  under: string
  leadsTo?: string
  isSearched: boolean
}

/** Another search resets the view; the map's position and the list's layout are not part of that key. */
const keyOf = (search: SearchState) => JSON.stringify({ ...printed(search), map: '', view: '' })

/**
 * The moved view, undefined before the first move, and a search there. Where the list follows the map, a pause starts the search: the first
 * time as a history entry that "back" undoes, later replacing it.
 */
export const useMoved = (search: SearchState, size: Size, covered: number, follows: boolean) => {
  const navigate = useNavigate()
  const key = keyOf(search)
  const [moved, setMoved] = useState<Moved>()
  let own = moved
  if (moved?.leadsTo === key && moved.under !== key) own = { ...moved, under: key }
  else if (moved !== undefined && moved.under !== key) own = undefined
  if (own !== moved) setMoved(own)

  const move = (view: View, by: MovedBy = 'pointer') =>
    setMoved({ ...own, view, by, under: key, isSearched: false })
  const searchIn = (view: View, replace: boolean) => {
    const bbox = bboxText(seenBox(view, size, covered))
    const next: SearchState = { ...withoutPlace(search), near: undefined, bbox, map: 'on' }
    setMoved({ by: 'pointer', ...own, view, under: key, leadsTo: keyOf(next), isSearched: true })
    void navigate({ to: '/search-results', search: next, replace, resetScroll: false })
  }
  const waits = follows && own !== undefined && !own.isSearched
  useEffect(() => {
    if (!waits || own === undefined) return
    const { view, by } = own
    const timer = setTimeout(() => searchIn(view, search.bbox !== undefined), pauses[by])
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the pause begins with a move, and with nothing else
  }, [own?.view, waits, key])
  return { own, move, searchIn }
}

const storedName = 'kalli-map-follows'

/** "Buscar al mover el mapa", as stored on this device; on by default. */
export const useFollows = () => {
  const [follows, setFollows] = useState(() => {
    try {
      return localStorage.getItem(storedName) !== 'off'
    } catch {
      // Storage is not available.
      return true
    }
  })
  const choose = (on: boolean) => {
    setFollows(on)
    try {
      localStorage.setItem(storedName, on ? 'on' : 'off')
    } catch {
      // The choice then holds for this page only.
    }
  }
  return [follows, choose] as const
}
