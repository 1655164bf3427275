/** The zone of a calendar, from its `calendar-timezone`; null: none that is known here. */
import { zoneNamed } from '#server/availability/outside/ics-zone.ts'

export const zoneIn = (definition: string): string | null => {
  const name = /^TZID(?:;[^:\r\n]*)?:([^\r\n]+)/im.exec(definition)?.[1]?.trim()
  return name === undefined ? null : zoneNamed(name)
}
