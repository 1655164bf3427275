/** States whose clock is not the capital's (Ley de los Husos Horarios, 2022); their border towns are near enough. */
const zones: Readonly<Record<string, string>> = {
  'baja california': 'America/Tijuana',
  'baja california sur': 'America/Mazatlan',
  nayarit: 'America/Mazatlan',
  'quintana roo': 'America/Cancun',
  sinaloa: 'America/Mazatlan',
  sonora: 'America/Hermosillo',
}

/** The capital's, where most people are, when no state is said. */
export const zoneOfState = (state: string | undefined) =>
  zones[(state ?? '').trim().toLowerCase()] ?? 'America/Mexico_City'
