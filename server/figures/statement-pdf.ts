/** A payee's month as a PDF, like a bank's: the holder, what came and went, each deposit, each movement with the balance after it. */
import { type BankDeposit, depositStatuses } from '#contract/figures/bank-deposit.ts'
import { type StatementCode, statementLines } from '#contract/figures/statement.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { MonthOf, Movement } from '#server/figures/statement.ts'
import { drawSheet } from '#server/platform/files/sheet.ts'
import type { SheetTable } from '#server/platform/files/sheet-table.ts'
import type { Work } from '#server/platform/work.ts'

export const statementPdf = async (work: Work, month: MonthOf): Promise<Buffer> => {
  const today = Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .toString()
  const { occupancy, deposits, movements } = month
  return drawSheet(
    {
      title: `Estado de cuenta, ${monthName(month.month)}`,
      under: `${await holderOf(work)} · ${month.party === 'host' ? 'Rentas de tus espacios' : 'Tus citas y rentas'} · Impreso el ${dateText(today)}`,
      parts: [
        {
          heading: 'Tu mes en Kalli',
          table: {
            columns: [
              { title: 'Concepto', share: 0.7 },
              { title: 'Importe', share: 0.3, isFigure: true },
            ],
            rows: [
              ['Saldo al inicio', formatCents(month.openingCents)],
              ...month.lines.map(({ code, amountCents }) => [statementLines[code], formatCents(amountCents)]),
            ],
            sum: ['Saldo al final', formatCents(month.closingCents)],
          },
          lines: [
            month.taxNote,
            ...(occupancy === null || occupancy.openMinutes === 0
              ? []
              : [
                  `Ocupación: ${Math.round((occupancy.bookedMinutes / occupancy.openMinutes) * 100)} % de las horas abiertas.`,
                ]),
          ],
        },
        {
          heading: 'Lo que llegó a tu banco',
          ...(deposits.length === 0
            ? { lines: ['Este mes no llegó ningún depósito.'] }
            : { table: depositTable(deposits, month.depositedCents) }),
        },
        {
          heading: 'Movimientos',
          ...(movements.length === 0
            ? { lines: ['Este mes no tuviste movimientos.'] }
            : { table: movementTable(month.openingCents, movements) }),
        },
      ],
      foot: 'Kalli es intermediaria: este documento no es un comprobante fiscal (CFDI).',
    },
    work.now,
  )
}

const monthName = (month: string) =>
  Temporal.PlainDate.from(`${month}-01`).toLocaleString('es-MX', { month: 'long', year: 'numeric' })

/** "30/11/2026" */
const mexican = (date: string) => date.split('-').toReversed().join('/')

/** The holder's name; a person without an account cannot request one. */
const holderOf = async (work: Work): Promise<string> => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['first_name', 'last_name'])
    .where('id', '=', work.viewer.accountId)
    .executeTakeFirst()
  return [account?.first_name, account?.last_name].filter(Boolean).join(' ')
}

const depositTable = (deposits: readonly BankDeposit[], totalCents: number): SheetTable => ({
  columns: [
    { title: 'Fecha', share: 0.14 },
    { title: 'Banco', share: 0.26 },
    { title: 'Clave de rastreo', share: 0.3 },
    { title: 'Estado', share: 0.14 },
    { title: 'Importe', share: 0.16, isFigure: true },
  ],
  rows: deposits.map(({ arrivesOn, bank, accountEnd, reference, status, amountCents }) => [
    mexican(arrivesOn),
    [bank ?? 'Tu cuenta de cobro', accountEnd === null ? '' : `··${accountEnd}`].filter(Boolean).join(' '),
    reference ?? 'El banco no la ha dado',
    depositStatuses[status],
    formatCents(amountCents),
  ]),
  sum: ['En total', '', '', '', formatCents(totalCents)],
})

const movementTable = (openingCents: number, movements: readonly Movement[]): SheetTable => {
  let balance = openingCents
  return {
    columns: [
      { title: 'Fecha', share: 0.12 },
      { title: 'Movimiento', share: 0.19 },
      { title: 'Detalle', share: 0.45 },
      { title: 'Importe', share: 0.12, isFigure: true },
      { title: 'Saldo', share: 0.12, isFigure: true },
    ],
    rows: [
      ['', 'Saldo al inicio', '', '', formatCents(balance)],
      ...byDeposit(movements).map(({ date, name, detail, netCents }) => {
        balance += netCents
        return [mexican(date), name, detail, formatCents(netCents), formatCents(balance)]
      }),
    ],
    sum: ['', 'Saldo al final', '', '', formatCents(balance)],
  }
}

type Printed = { date: string; name: string; detail: string; netCents: number }

const sentCode: StatementCode = 'sent'

/** Payouts of one day in one deposit are one row, as on the bank's statement; their visits are on the screen and in the CSV. */
const byDeposit = (movements: readonly Movement[]): Printed[] => {
  const together = new Map<string, Movement[]>()
  for (const [place, one] of movements.entries()) {
    const key =
      one.deposit === null || !(sentCode in one.parts)
        ? String(place)
        : `${one.date} ${one.deposit.on} ${one.deposit.reference}`
    together.set(key, [...(together.get(key) ?? []), one])
  }
  return [...together.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const netCents = group.reduce(
      (sum, { parts }) => sum + Object.values(parts).reduce((part, cents) => part + cents, 0),
      0,
    )
    const { date, name, deposit } = first
    const detail =
      deposit === null
        ? first.detail
        : `${group.length === 1 ? first.detail : `${group.length} citas o rentas`} · depósito del ${mexican(deposit.on)}`
    return [{ date, name, detail, netCents }]
  })
}
