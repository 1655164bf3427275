import { keepDraft } from '#web/ui/form/draft.ts'

/** The values of a form as strings by name, as web/ui/form/draft.ts stores them: strings as they are, anything else as JSON. */

/** JSON has no NaN, and null may mean "none": a number that was not understood (web/ui/form/number-field.tsx) is stored like this. */
const unread = '\u0000NaN'

/** A value as JSON, to compare and to store. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? unread : one)) ?? ''

const textOf = (value: unknown, saved: unknown): string =>
  typeof value === 'string' && typeof saved === 'string' ? value : jsonOf(value)

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A draft stored before a field existed takes that field from the saved value. */
const valueOf = (text: string, saved: unknown): unknown => {
  if (typeof saved === 'string') return text
  const stored: unknown = JSON.parse(text, (_, one: unknown) => (one === unread ? Number.NaN : one))
  return isRecord(stored) && isRecord(saved) ? { ...saved, ...stored } : stored
}

/** The values of a stored draft that a form with these values has; unreadable texts are left out. */
export const restoredValues = (
  stored: Readonly<Record<string, string>>,
  saved: object,
  except: readonly string[] = [],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(saved).flatMap(([name, value]): [string, unknown][] => {
      const text = stored[name]
      if (text === undefined || except.includes(name)) return []
      try {
        return [[name, valueOf(text, value)]]
      } catch {
        return []
      }
    }),
  )

/** The edited values, as they are stored; names in `unstored` never are. */
export const editsOf = (
  values: object,
  { before, saved, unstored }: { before: object; saved: object; unstored: readonly string[] },
): [name: string, text: string][] => {
  const previous = new Map<string, unknown>(Object.entries(before))
  const first = new Map<string, unknown>(Object.entries(saved))
  return Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    unstored.includes(name) || Object.is(value, previous.get(name))
      ? []
      : [[name, textOf(value, first.get(name))]],
  )
}

export const storeEdits = (draft: string, ...edits: Parameters<typeof editsOf>) => {
  for (const [name, text] of editsOf(...edits)) keepDraft(draft, name, text)
}
