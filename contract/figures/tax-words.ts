/** Explanation of withholding in one plain sentence; the same on receipts, deposits and statements. */
import { formatCents } from '#contract/platform/money.ts'

/** For one receipt. `isWithheld`: something was or will be withheld. */
export const taxSentence = (isWithheld: boolean): string =>
  isWithheld
    ? 'Kalli ya apartó estos impuestos y los paga al SAT a tu nombre: réstalos en tu declaración con la constancia que te damos.'
    : 'Kalli no te descontó impuestos: el ISR y el IVA de este ingreso los declaras y pagas tú al SAT.'

/** For a monthly total. */
export const taxSentenceOf = (withheldCents: number): string =>
  withheldCents > 0
    ? `Kalli apartó ${formatCents(withheldCents)} de impuestos y los paga al SAT a tu nombre: réstalos en tu declaración con la constancia que te damos.`
    : 'Kalli no te descontó impuestos este mes: el ISR y el IVA de lo que ganaste los declaras y pagas tú al SAT.'
