/** Addresses carry plain text, as the specification writes them (`?rating=4.5`), not JSON. */
export const readSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
export const writeSearch = (search: Record<string, unknown>) => {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      written.set(name, String(value))
  return written.size === 0 ? '' : `?${written}`
}
