import type { VoucherMethod } from '#contract/payment/payment.ts'

export type PayMethod = VoucherMethod | 'card' | 'pack'

/** What happens after the button, in one sentence. */
export const voucherText: Readonly<Record<VoucherMethod, string>> = {
  spei: 'Te damos una CLABE; apartamos tu hora dos horas mientras transfieres.',
  oxxo: 'Te damos una referencia; apartamos tu hora un día. El efectivo no se devuelve: si cancelas, queda como saldo en Kalli.',
}
