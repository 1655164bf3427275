/** Unsent input of a form; in this tab only, until it is accepted or the user signs out. */
const keyOf = (draft: string) => `kalli.draft.${draft}`

export const readDraft = (draft: string): Readonly<Record<string, string>> => {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(
      Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

export const keepDraft = (draft: string, name: string, text: string) => {
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify({ ...readDraft(draft), [name]: text }))
  } catch {
    // Without storage (private mode, or full) the form still works.
  }
}

export const forgetDraft = (draft: string) => {
  try {
    sessionStorage.removeItem(keyOf(draft))
  } catch {
    // Nothing was saved.
  }
}
