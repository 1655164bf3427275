import type { UsedEquipmentUnit } from '#contract/space/used-piece.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

/** "Lavacabezas 1, 9:30 a 9:45" */
export const usedText = (pieces: readonly UsedEquipmentUnit[], zone: string) =>
  pieces
    .map(({ name, startsAt, endsAt }) => `${name}, ${timeOf(startsAt, zone)} a ${timeOf(endsAt, zone)}`)
    .join(' · ')
