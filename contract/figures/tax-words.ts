/** What withholding means for the person, in one plain sentence; the same on receipts, deposits and statements. */
import { formatCents } from '#contract/platform/money.ts'

/** Of one receipt. `isWithheld`: something was or will be withheld of it. */
export const taxSentence = (isWithheld: boolean): string =>
  isWithheld
    ? 'Kalli ya apartó estos impuestos y los paga al SAT a tu nombre: réstalos en tu declaración con la constancia que te damos.'
    : 'Kalli no te descontó impuestos: el ISR y el IVA de este ingreso los declaras y pagas tú al SAT.'

/** Of a sum over a month. */
export const taxSentenceOf = (withheldCents: number): string =>
  withheldCents > 0
    ? `Kalli apartó ${formatCents(withheldCents)} de impuestos y los paga al SAT a tu nombre: réstalos en tu declaración con la constancia que te damos.`
    : 'Kalli no te descontó impuestos este mes: el ISR y el IVA de lo que ganaste los declaras y pagas tú al SAT.'
