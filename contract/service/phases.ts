/**
 * A service in phases. Only during a process its professional is free for another client; the unit and the client are
 * occupied throughout. Pure: the editor, the server and the database share these semantics.
 */
export const phaseKinds = {
  prep: 'Preparación',
  hands: 'Manos',
  process: 'Proceso',
  finish: 'Cierre',
} as const
export type PhaseKind = keyof typeof phaseKinds
export type Phase = { kind: PhaseKind; minutes: number }

export const minProcessMinutes = 5
export const maxHands = 3

/** Validation of the phases, as text; null if valid. */
export const phasesProblem = (phases: readonly Phase[], minutes: number): string | null => {
  const kinds = phases.map(({ kind }) => kind)
  const processes = kinds.filter((kind) => kind === 'process').length
  if (processes === 0) return 'Sin un proceso no hay fases: quítalas.'
  if (kinds.filter((kind) => kind === 'hands').length > maxHands || processes >= maxHands)
    return `Hay lugar para ${maxHands} fases de manos, con un proceso entre una y otra.`
  if (kinds[0] === 'process' || kinds.at(-1) === 'process')
    return 'Un proceso va entre dos fases en las que estás con tu cliente.'
  if (kinds.some((kind, place) => kind === kinds[place + 1]))
    return 'Dos fases iguales seguidas son una sola.'
  if (kinds.lastIndexOf('prep') > 0 || kinds.slice(0, -1).includes('finish'))
    return 'La preparación va primero y el cierre al final.'
  if (phases.some(({ kind, minutes }) => minutes < (kind === 'process' ? minProcessMinutes : 1)))
    return `Un proceso dura al menos ${minProcessMinutes} minutos, y las demás fases uno.`
  const sum = phases.reduce((all, phase) => all + phase.minutes, 0)
  return sum === minutes ? null : `Las fases suman ${sum} minutos y el servicio dura ${minutes}.`
}

/** Pairs of minutes after the start between which the professional is free. */
export const processesOf = (phases: readonly Phase[]): number[] => {
  const found: number[] = []
  let at = 0
  for (const { kind, minutes } of phases) {
    if (kind === 'process') found.push(at, at + minutes)
    at += minutes
  }
  return found
}
