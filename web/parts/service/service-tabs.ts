import { classProblem } from '#contract/service/class-rule.ts'
import { groupsProblem } from '#contract/service/add-on.ts'
import { settingProblem } from '#contract/service/setting.ts'
import { ownTimesProblem } from '#contract/service/own-hours.ts'
import { needsProblem } from '#contract/service/service-needs.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

export const tabs = [
  { value: 'basic', label: 'Básico' },
  { value: 'time', label: 'Tiempo' },
  { value: 'price', label: 'Precio' },
  { value: 'place', label: 'Dónde' },
  { value: 'policy', label: 'Políticas' },
  { value: 'forms', label: 'Formularios' },
  { value: 'class', label: 'Clases' },
] as const

export type Tab = (typeof tabs)[number]['value']
export const nameless = 'Escribe cómo se llama tu servicio.'

type Problem = { tab: Tab; text: string }
const at = (tab: Tab, text: string): Problem => ({ tab, text })

export const missingName = (draft: ServiceDraft): Problem | undefined => {
  if (draft.name.trim() === '') return at('basic', nameless)
  if (draft.addOns.some(({ name }) => name.trim() === ''))
    return at('price', 'Escribe qué es cada opción y cada complemento.')
  if (draft.addOns.some(({ group }) => group?.trim() === ''))
    return at('price', 'Escribe qué se elige en cada grupo.')
  return undefined
}

/** The tab of a missing or unreadable number. */
export const tabWithUnreadNumber = (draft: ServiceDraft): Tab | undefined => {
  const parts: readonly (readonly [Tab, unknown])[] = [
    ['price', [draft.priceCents, draft.addOns, draft.packs]],
    ['place', [draft.atHome, draft.needs]],
    ['policy', draft.upfront],
    ['class', draft.classRule],
  ]
  const { priceCents: _price, addOns: _addOns, packs: _packs, ...rest } = draft
  const { atHome: _home, needs: _needs, upfront: _upfront, classRule: _class, ...time } = rest
  if (hasUnreadNumber(time)) return 'time'
  return parts.find(([, part]) => hasUnreadNumber(part))?.[0]
}

/** The first rule of the service that the draft does not meet. */
export const unmetRule = (draft: ServiceDraft): Problem | undefined => {
  const groups = groupsProblem(draft.addOns)
  if (groups !== null) return at('price', groups)
  const times = ownTimesProblem(draft)
  if (times !== null) return at('time', times.problem)
  const setting = settingProblem(draft)
  if (setting !== null) return at('place', setting.problem)
  const classRule = classProblem(draft)
  if (classRule !== null) return at('class', classRule)
  const needs = draft.needs && needsProblem(draft.needs, draft.durationMinutes)
  return needs === null ? undefined : at('place', needs)
}
