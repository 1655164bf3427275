/** The code on display at each unit: scanned on arrival it opens the professional's appointments with the code filled in. */
import type * as z from 'zod/mini'
import type { Stations } from '#contract/booking/agenda/timeline.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** For one of the viewer's spaces, to print. Refuses not_found for another host's space. */
export const stations = async (work: Work, spaceId: number): Promise<z.input<typeof Stations>> => {
  const units = await work.db
    .selectFrom('units as unit')
    .innerJoin('spaces as space', 'space.id', 'unit.space_id')
    .innerJoin('businesses as business', 'business.id', 'space.business_id')
    .select([
      'unit.id as unitId',
      'unit.name',
      'unit.station_code as code',
      'space.name as spaceName',
      'business.name as businessName',
    ])
    .where('space.id', '=', spaceId)
    .where('space.host_id', '=', work.viewer.hostId ?? 0)
    .where('unit.active', '=', true)
    .orderBy('unit.number')
    .execute()
  const [first] = units
  if (first === undefined) return refuse('not_found')
  const { default: qrcode } = await import('qrcode')
  const drawn = units.map(async ({ unitId, name, code }) => {
    const address = `${work.config.publicUrl}/professional-appointments?station=${encodeURIComponent(code)}`
    const svg = await qrcode.toString(address, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
    return { unitId, name, code, address, svg }
  })
  return {
    spaceName: first.spaceName,
    businessName: first.businessName,
    stations: await Promise.all(drawn),
  }
}
