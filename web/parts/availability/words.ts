/** The professional's rules as sentences. Pure. */
import { spaceTypes } from '#contract/professional/categories.ts'
import { equipment } from '#contract/space/fittings.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import type { LeastNet, ServiceRules } from '#contract/availability/space-rules.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'

/** "Silla o cabina" */
export const typesText = ({ spaceTypes: types }: Pick<ServiceRules, 'spaceTypes'>) =>
  types.length === 0
    ? 'Cualquier tipo de espacio'
    : listed(
        types.map((type) => spaceTypes[type]),
        'o',
      )

export const equipmentText = ({ equipment: items }: Pick<ServiceRules, 'equipment'>) =>
  items.length === 0
    ? 'Nada en particular'
    : listed(
        items.map((item) => equipment[item]),
        'y',
      )

export const rentText = (cents: number) => `Renta de hasta ${formatCents(cents)} la hora`

export const netText = (least: LeastNet) =>
  least.kind === 'amount'
    ? `Te quedan al menos ${formatCents(least.cents)} por servicio`
    : `Te queda al menos ${formatRate(least.bp)} del precio`

export const kmText = ({ maxKm, kmByHour }: Pick<ServiceRules, 'maxKm' | 'kmByHour'>) =>
  [
    maxKm === null ? '' : `Hasta ${maxKm} km`,
    ...kmByHour.map(
      ({ fromMinute, toMinute, maxKm: km }) =>
        `de ${clockText(fromMinute)} a ${clockText(toMinute)}, hasta ${km} km`,
    ),
  ]
    .filter((text) => text !== '')
    .join('; ') || 'Sin importar la distancia'

export const blockText = (minutes: number) =>
  minutes === 0
    ? 'Cualquier cita, aunque sea una sola'
    : `Solo si juntas al menos ${durationText(minutes)} ahí`

export const gapText = (minutes: number) =>
  minutes === 0 ? 'Los huecos no importan' : `Huecos de al menos ${durationText(minutes)}, o ninguno`

const listed = (names: readonly string[], and: string) => {
  const [first = '', ...rest] = names.map((name) => name.toLowerCase())
  const all = [first.charAt(0).toUpperCase() + first.slice(1), ...rest]
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} ${and} ${all.at(-1) ?? ''}`
}
