/** What was typed into a form and not sent yet; in this tab only, until it is taken or the user signs out. */
const keyOf = (draft: string) => `kalli.draft.${draft}`

export const keptDraft = (draft: string): Readonly<Record<string, string>> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

export const keepDraft = (draft: string, name: string, text: string) => {
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify({ ...keptDraft(draft), [name]: text }))
  } catch {
    // A browser that keeps nothing (private, or full) works without.
  }
}

export const forgetDraft = (draft: string) => {
  try {
    sessionStorage.removeItem(keyOf(draft))
  } catch {
    // Nothing was saved.
  }
}
