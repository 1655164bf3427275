/** The tabs of a client, with an account or without; in this order. */
export const clientTabs = {
  upcoming: 'Próximas',
  waiting: 'Por confirmar o pagar',
  past: 'Pasadas',
  waitlist: 'Lista de espera',
  saved: 'Guardados',
  wallet: 'Paquetes y saldo',
} as const
