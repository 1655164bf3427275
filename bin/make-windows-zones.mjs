// Makes server/availability/zone/windows-zones.ts: `node bin/make-windows-zones.mjs windowsZones.json`, only when CLDR changes.
//
// Source: supplemental/windowsZones.json of the npm package cldr-core (Unicode-3.0), brought with
// `npm pack cldr-core@48.2.0 && tar xzf cldr-core-48.2.0.tgz package/supplemental/windowsZones.json`.
// Territory 001 is the zone that CLDR gives a Windows name without a country.
import { readFileSync, writeFileSync } from 'node:fs'

const { supplemental } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const zones = supplemental.windowsZones.mapTimezones
  .map(({ mapZone }) => mapZone)
  .filter(({ _territory }) => _territory === '001')
  .map(({ _other, _type }) => [_other, _type.split(' ')[0]])
  .toSorted(([a], [b]) => (a < b ? -1 : 1))

for (const [, zone] of zones) Intl.DateTimeFormat('en', { timeZone: zone })

const lines = zones.map(([name, zone]) => `  ['${name.toLowerCase()}', '${zone}'],`)
writeFileSync(
  new URL('../server/availability/zone/windows-zones.ts', import.meta.url),
  `/**
 * Zones by their Windows names, lower case: CLDR ${supplemental.version._cldrVersion}, windowsZones, territory 001 (Unicode-3.0).
 * Made by bin/make-windows-zones.mjs; do not edit.
 */
export const windowsZones: ReadonlyMap<string, string> = new Map([
${lines.join('\n')}
])
`,
)
console.log(`${zones.length} zones`)
