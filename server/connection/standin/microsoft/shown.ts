/** An event as Graph returns it: its version, and the expanded extended properties. */
import type { StandinEvent } from '#server/connection/standin/microsoft/world.ts'

export const shown = (event: StandinEvent, properties: readonly string[] | null) => {
  const { singleValueExtendedProperties = null, ...rest } = event
  const found = singleValueExtendedProperties?.filter(({ id }) => properties?.includes(id ?? '')) ?? []
  return {
    '@odata.etag': `W/"${event.changeKey}"`,
    ...rest,
    ...(found.length === 0 ? {} : { singleValueExtendedProperties: found }),
  }
}
