// The edit distance of two words.

/**
 * Characters to change, add, leave out or swap with their neighbour to turn one word into the other; more than `most` is `most + 1`.
 * (Damerau's distance, swaps of neighbours only.)
 */
export const typosBetween = (a: string, b: string, most = 2): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity
      line.push(Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, changed, swapped))
    }
    before = last
    last = line
  }
  return Math.min(last[b.length] ?? most + 1, most + 1)
}

/** One typo in a short word, two in a longer one. */
export const maxTypos = (word: string): number => (word.length <= 4 ? 1 : 2)
