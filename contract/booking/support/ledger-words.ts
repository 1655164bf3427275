/** The names of journals and accounts of the ledger, for the support team. */

/** Each kind of journal. */
export const journalWords = {
  hold: 'Monto apartado en la tarjeta',
  end_hold: 'Se soltó lo apartado',
  capture: 'Cobro',
  fee: 'Comisión del procesador',
  available: 'El procesador liberó el dinero',
  split: 'Reparto de la reserva',
  cancellation: 'Reparto de una cancelación',
  damage: 'Cobro de un daño',
  rent_charge: 'Renta a cargo de quien da el servicio',
  rent_return: 'Renta devuelta',
  rent_direct: 'Renta pagada fuera de Kalli',
  credit: 'Saldo a favor otorgado',
  compensation: 'Compensación del espacio',
  rescue: 'Diferencia de renta por cambio de lugar',
  installments: 'Costo de meses sin intereses',
  goodwill: 'Devolución por cuenta de Kalli',
  return: 'Devolución por repartir',
  set_aside: 'Apartado para otra compra',
  part: 'Parte de un paquete',
  put_back: 'Regreso a la compra original',
  fee_return: 'Comisión del procesador devuelta',
  dispute: 'Decisión de un problema',
  chargeback: 'Contracargo',
  chargeback_won: 'Contracargo ganado',
  chargeback_lost: 'Contracargo perdido',
  overtime: 'Tiempo extra',
  balance: 'Saldo pagado en el lugar',
  tip: 'Propina',
  refund: 'Devolución enviada',
  refund_failed: 'Devolución que no llegó',
  loose: 'Depósito de más',
  loose_back: 'Depósito de más, devuelto',
  credit_used: 'Pago con saldo a favor',
  credit_undone: 'Saldo a favor sin usar',
  credit_back: 'Devolución a saldo a favor',
  gift: 'Venta de tarjeta de regalo',
  gift_redeemed: 'Tarjeta de regalo canjeada',
  gift_return: 'Tarjeta de regalo devuelta',
  cash: 'Cobro en efectivo',
  cash_back: 'Efectivo devuelto',
  cash_kept: 'Efectivo que se queda',
  transfer: 'Transferencia al banco',
  returned_transfer: 'Transferencia regresada por el banco',
  clawback: 'Descuento de un depósito',
  correction: 'Corrección',
} as const

/** Each account, by its number. */
export const accountWords = {
  1010: 'En el procesador, por liberar',
  1020: 'En el procesador, disponible',
  1030: 'Banco',
  1110: 'Nos debe el cliente',
  1120: 'Nos debe quien da el servicio',
  1125: 'Efectivo con quien da el servicio',
  1130: 'Nos debe el espacio',
  1135: 'Efectivo con el espacio',
  1140: 'Detenido por contracargos',
  1150: 'IVA acreditable',
  2010: 'Dinero del cliente en custodia',
  2020: 'Por pagar a quien da el servicio',
  2030: 'Por pagar al espacio',
  2040: 'Por devolver',
  2050: 'Saldo a favor del cliente',
  2055: 'Tarjetas de regalo',
  2060: 'Dinero entre compras',
  2110: 'ISR retenido',
  2120: 'IVA retenido',
  2130: 'IVA trasladado',
  4010: 'Comisión por el servicio',
  4020: 'Comisión por la renta',
  5010: 'Costo del procesador',
  5020: 'Costo de contracargos',
  5030: 'Por cuenta de Kalli',
  9010: 'Apartado en tarjetas',
  9020: 'Apartado en tarjetas, contraparte',
} as const

const wordOf = (words: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(words, code) ? words[code] : undefined

/** A code that a newer server knows is shown as it is. */
export const journalText = (kind: string): string => wordOf(journalWords, kind) ?? kind
export const accountText = (account: number, name: string): string =>
  wordOf(accountWords, String(account)) ?? name
