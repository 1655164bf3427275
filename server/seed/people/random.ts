/** Small deterministic random generator (mulberry32): the same seed yields the same demo data. */
export type Chance = {
  /** From 0 up to 1. */
  fraction(): number
  /** Whole number, both ends included. */
  whole(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** A sample of the list, in its order. */
  some<T>(from: readonly T[], count: number): T[]
  happens(probability: number): boolean
}

export const chance = (seed: number): Chance => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => {
    const value = from[whole(0, from.length - 1)]
    if (value === undefined) throw new Error('picked from nothing')
    return value
  }
  const some = <T>(from: readonly T[], count: number): T[] => {
    let wanted = Math.min(count, from.length)
    let left = from.length
    return from.filter(() => {
      const taken = fraction() < wanted / left
      left -= 1
      if (taken) wanted -= 1
      return taken
    })
  }
  return { fraction, whole, pick, some, happens: (probability) => fraction() < probability }
}
