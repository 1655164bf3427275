/** Repeats a race until each side has won once. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts both; one of them a little later. */
export type Start = <A, B>(first: () => Promise<A>, second: () => Promise<B>) => Promise<[A, B]>

const minRounds = 4
const maxRounds = 40
const stepMs = 4

/**
 * Runs a race whose `round` returns the winner and refuses every illegal outcome. At first both start at once; then each in turn gets a
 * growing head start, so that each can win on any machine.
 */
export const race = async (round: (start: Start, number: number) => Promise<'first' | 'second'>) => {
  const won = { first: 0, second: 0 }
  for (let number = 0; number < maxRounds; number += 1) {
    const waitsMs = Math.floor(number / 2) ** 2 * stepMs
    const start: Start = (first, second) =>
      Promise.all([
        sleep(number % 2 === 0 ? waitsMs : 0).then(first),
        sleep(number % 2 === 0 ? 0 : waitsMs).then(second),
      ])
    won[await round(start, number)] += 1
    if (number + 1 >= minRounds && won.first > 0 && won.second > 0) return won
  }
  assert.fail(`in ${maxRounds} rounds one of them never won: ${JSON.stringify(won)}`)
}
