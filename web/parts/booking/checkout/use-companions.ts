import { useState } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import { companionsDraft } from '#web/parts/booking/payment/saved-extras.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** The typed values of one person. */
export type Typed = { firstName: string; isMinor: boolean; save: boolean }
type Draft = {
  /** By person number; the first only where the client who books does not come along. */
  people: Record<number, Typed>
  isFirstOther: boolean
  /** The hold for which the adult confirmed it: another one requires it anew. */
  adultOf: string
}
export const anonymous: Typed = { firstName: '', isMinor: false, save: false }

/** The companions, typed in this tab until the visit is booked: a lost hour loses no name. */
export const useCompanions = ({ id, people }: Pick<Hold, 'id' | 'people'>) => {
  const form = useForm<Draft>({
    initial: { people: {}, isFirstOther: false, adultOf: '' },
    draft: companionsDraft,
  })
  const [tried, setTried] = useState(false)
  const isAdult = form.values.adultOf === id
  const persons = (people ?? [])
    .map(({ person }) => person)
    .filter((person) => person > 1 || form.values.isFirstOther)
  const typedOf = (person: number) => form.values.people[person] ?? anonymous
  const problemOf = (person: number) => {
    const name = typedOf(person).firstName.trim()
    if (name === '') return 'Escribe su nombre.'
    return firstName.test(name) ? undefined : 'Solo su nombre de pila, con letras.'
  }
  const hasMinor = persons.some((person) => typedOf(person).isMinor)
  return {
    draft: form.values,
    put: form.put,
    persons,
    typedOf,
    hasMinor,
    isAdult,
    sayAdult: (said: boolean) => form.put({ adultOf: said ? id : '' }),
    /** Only after an attempt to send. */
    problemOf: (person: number) => (tried ? problemOf(person) : undefined),
    lacksAdult: tried && hasMinor && !isAdult,
    /** Whether it may be sent. Otherwise the problems are shown at their fields. */
    check: () => {
      const missing = persons.find((person) => problemOf(person) !== undefined)
      const isWhole = missing === undefined && (!hasMinor || isAdult)
      setTried(!isWhole)
      if (!isWhole)
        document.getElementsByName(missing === undefined ? 'adult' : `companion-${missing}`)[0]?.focus()
      return isWhole
    },
  }
}
export type Companions = ReturnType<typeof useCompanions>

/** The same rule as in the contract (contract/account/companion.ts). */
const firstName = /^\p{L}[\p{L}\p{M} .'’-]{0,39}$/u
