import { useNavigate } from '@tanstack/react-router'
import type { Suggestion } from '#contract/search/suggestions.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { wantedOf } from '#web/parts/search/window.ts'

/** Handles submitted words and chosen suggestions of the search field; its code loads on first use. */
export const useWords = (search: SearchState, go: (next: SearchState) => void) => {
  const navigate = useNavigate()
  const take = async (words: string) => {
    const { takeWords } = await import('#web/parts/search/take-words.ts')
    go(await takeWords(search, words))
  }
  const choose = async (suggestion: Suggestion) => {
    if ('search' in suggestion) {
      const { withUnderstood } = await import('#web/parts/search/take-words.ts')
      go(withUnderstood(search, suggestion.search))
      return
    }
    const { pageOf } = await import('#web/parts/cards/chosen-suggestion.ts')
    void navigate(pageOf(suggestion, wantedOf(search).going ?? {}))
  }
  return {
    onAdd: (words: string) => void take(words),
    onChoose: (suggestion: Suggestion) => void choose(suggestion),
  }
}
