/** Postings that cannot be reversed alone: the act that corrects them, so that no row beside the ledger contradicts it. */
const byTemplate =
  'Se corrige con lo que decide un problema, o devolviendo por cuenta de Kalli: eso mueve también recibos y depósitos.'
const byProcessor = 'Lo dice el procesador: si su libro es otro, se vuelve a leer. No se corrige a mano.'
const byPayout =
  'Se corrige solo: lo que el banco regresa vuelve a salir, y lo que se debe sale del próximo depósito.'
const byBank = 'Se contesta y se cierra en Contracargos.'
const byRule = 'Lo hace una regla, una sola vez, con su propio registro: no se deshace por separado.'
const never = 'Lo que se devolvió o ya se corrigió no se deshace.'

const mends: Readonly<Record<string, string>> = {
  split: byTemplate,
  cancellation: byTemplate,
  balance: byTemplate,
  damage: byTemplate,
  rent_charge: byTemplate,
  compensation: byTemplate,
  rescue: byTemplate,
  overtime: byTemplate,
  tip: byTemplate,
  hold: byProcessor,
  end_hold: byProcessor,
  capture: byProcessor,
  available: byProcessor,
  refund: byProcessor,
  transfer: byPayout,
  returned_transfer: byPayout,
  clawback: byPayout,
  chargeback: byBank,
  chargeback_won: byBank,
  chargeback_lost: byBank,
  goodwill: never,
  dispute: never,
  correction: never,
}

export const mendedBy = (journal: { kind: string; isReversed: boolean }): string =>
  journal.isReversed ? 'Ya se revirtió.' : (mends[journal.kind] ?? byRule)
