/**
 * Whether PostgreSQL can store every text in a body or an address: it accepts neither NUL nor half a surrogate pair. Walked without
 * recursion, since the sender decides the depth.
 */
export const isStorable = (value: unknown): boolean => {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isStorableText(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) waiting.push(name, inner ?? '')
  }
  return true
}

const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0')
