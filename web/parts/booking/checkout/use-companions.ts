import { useState } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import { companionsDraft } from '#web/parts/booking/payment/saved-extras.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** What is typed of one who comes. */
export type Typed = { firstName: string; isMinor: boolean; save: boolean }
type Draft = {
  /** By number; the first only where who books is not among them. */
  people: Record<number, Typed>
  isFirstOther: boolean
  /** For which held time the adult has confirmed it: for another one it is required anew. */
  adultOf: string
}
export const anonymous: Typed = { firstName: '', isMinor: false, save: false }

/** Who comes along, typed in this tab until it is booked: an hour that was lost costs no name. */
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
    /** Once it was tried to be sent. */
    problemOf: (person: number) => (tried ? problemOf(person) : undefined),
    lacksAdult: tried && hasMinor && !isAdult,
    /** May it be sent? Otherwise what is missing is said, at its place. */
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

/** As the contract says (contract/account/companion.ts). */
const firstName = /^\p{L}[\p{L}\p{M} .'’-]{0,39}$/u
