/** States outside the capital's timezone (Ley de los Husos Horarios, 2022); exceptions of border towns are ignored. */
const zones: Readonly<Record<string, string>> = {
  'baja california': 'America/Tijuana',
  'baja california sur': 'America/Mazatlan',
  nayarit: 'America/Mazatlan',
  'quintana roo': 'America/Cancun',
  sinaloa: 'America/Mazatlan',
  sonora: 'America/Hermosillo',
}

/** Defaults to the capital's zone, where most people are. */
export const zoneOfState = (state: string | undefined) =>
  zones[(state ?? '').trim().toLowerCase()] ?? 'America/Mexico_City'
