/** How a consent ended (`?calendar=` on the way back from a provider), in words. */
const words = {
  connected: {
    isGood: true,
    text: 'Google Calendar quedó conectado. Ya estamos leyendo lo que tienes ocupado.',
  },
  denied: { isGood: false, text: 'No se conectó nada: en Google elegiste no dar permiso.' },
  scopes: {
    isGood: false,
    text: 'Falta un permiso: para saber cuándo tienes algo, deja marcadas todas las casillas de la página de Google.',
  },
  many: { isGood: false, text: 'Ya hay dos cuentas conectadas. Desconecta una para conectar otra.' },
  unavailable: { isGood: false, text: 'Google no respondió. Inténtalo otra vez en unos minutos.' },
  over: { isGood: false, text: 'Pasó demasiado tiempo, o volviste en otro navegador. Empieza otra vez.' },
} as const

export type Outcome = keyof typeof words
export const outcomes: Readonly<Record<Outcome, { isGood: boolean; text: string }>> = words

export const outcomeIn = (value: unknown): Outcome | undefined =>
  Object.keys(words).find((one): one is Outcome => one === value)
