/** How a consent ended (`?calendar=` in the provider's redirect, `&provider=` its name), as text. */
import { CalendarProviderName, providerWords } from '#contract/platform/calendar-provider.ts'

type Words =
  | (typeof providerWords)[CalendarProviderName]
  | { calendar: string; place: string; company: string }

const texts = {
  connected: ({ calendar }: Words) =>
    `${calendar} quedó conectado. Ya estamos leyendo lo que tienes ocupado.`,
  denied: ({ company }: Words) => `No se conectó nada: en ${company} elegiste no dar permiso.`,
  scopes: ({ company }: Words) =>
    `Falta un permiso: para saber cuándo tienes algo, acepta todo lo que pide la página de ${company}.`,
  many: () => 'Ya hay dos cuentas conectadas. Desconecta una para conectar otra.',
  approval: ({ company }: Words) =>
    `Tu organización pide que su administrador de ${company} apruebe Kalli. Pídeselo, o conecta una cuenta personal.`,
  no_calendar: ({ company }: Words) => `Esa cuenta de ${company} no tiene un calendario. Conecta otra.`,
  busy: ({ company }: Words) =>
    `${company} recibió demasiadas consultas y no se conectó nada. Inténtalo otra vez en unos minutos.`,
  unavailable: ({ company }: Words) => `${company} no respondió. Inténtalo otra vez en unos minutos.`,
  over: () => 'Pasó demasiado tiempo, o volviste en otro navegador. Empieza otra vez.',
} as const

const unnamed: Words = { calendar: 'Tu calendario', place: 'tu calendario', company: 'tu proveedor' }

const isOutcome = (value: unknown): value is keyof typeof texts =>
  typeof value === 'string' && Object.hasOwn(texts, value)
const isProvider = (value: unknown): value is CalendarProviderName =>
  CalendarProviderName.options.some((one) => one === value)

/** Undefined: the URL has no outcome. */
export const outcomeIn = (search: { calendar?: unknown; provider?: unknown }, forUnits = false) => {
  const { calendar, provider } = search
  if (!isOutcome(calendar)) return undefined
  const words = isProvider(provider) ? providerWords[provider] : unnamed
  const isGood = calendar === 'connected'
  const text =
    isGood && forUnits
      ? `${words.calendar} quedó conectado. Elige cuál es el calendario de cada unidad.`
      : texts[calendar](words)
  return { isGood, text }
}
