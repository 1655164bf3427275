/** `GET /api/statements/<party>/<month>.pdf` and `.csv`: a payee's month as a document and as a table, with the figures of the screen. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { depositStatuses, Month } from '#contract/figures/bank-deposit.ts'
import { type StatementCode, statementLines } from '#contract/figures/statement.ts'
import { dateText } from '#contract/hiring/terms-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import { identify } from '#server/account/session.ts'
import { type MonthOf, monthStatement } from '#server/figures/statement.ts'
import { type Cell, csvOf } from '#server/figures/table.ts'
import { sendPrint } from '#server/hiring/agreement/print.ts'
import { refuse } from '#server/platform/refuse.ts'
import { drawSheet } from '#server/platform/files/sheet.ts'
import { type AppContext, type Work, workFor } from '#server/platform/work.ts'

const Party = z.enum(['professional', 'host'])
const File = z.pipe(
  z.string().check(z.regex(/^[^.]{1,10}\.(pdf|csv)$/)),
  z.transform((name) => name.split('.')),
)

export const mountStatements = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { party: string; file: string } }>(
    '/api/statements/:party/:file',
    async (request, reply) => {
      const who = await identify(context.database, request, context.clock())
      if (who.accountId === null) refuse('not_signed_in')
      if (who.mustSetSecondFactor) refuse('second_factor_missing')
      const party = z.safeParse(Party, request.params.party)
      const file = z.safeParse(File, request.params.file)
      if (!party.success || !file.success) return refuse('not_found')
      const [name, type] = file.data
      const month = z.safeParse(Month, name)
      if (!month.success) return refuse('not_found')
      const work = workFor(context, who)
      const shown = await monthStatement(work, {
        params: { party: party.data },
        query: { month: month.data },
        body: undefined,
      })
      if (type === 'pdf')
        return sendPrint(reply, `kalli-estado-de-cuenta-${month.data}.pdf`, await statementPdf(work, shown))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="kalli-estado-de-cuenta-${month.data}.csv"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(statementCsv(shown))
    },
  )
}

/** "30/11/2026" */
const mexican = (date: string) => date.split('-').toReversed().join('/')

const codesOf = ({ lines }: MonthOf): StatementCode[] => lines.map(({ code }) => code)

const statementCsv = (month: MonthOf): string => {
  const codes = codesOf(month)
  const [first, last] = [`${month.month}-01`, month.movements.at(-1)?.date ?? `${month.month}-01`]
  const blank = codes.map((): Cell => null)
  let balance = month.openingCents
  return csvOf(
    ['Fecha', 'Movimiento', 'Detalle', ...codes.map((code) => statementLines[code]), 'Neto', 'Saldo'],
    [
      [mexican(first), 'Saldo al inicio', null, ...blank, null, { cents: balance }],
      ...month.movements.map(({ date, name, detail, parts }): Cell[] => {
        const netCents = Object.values(parts).reduce((sum, cents) => sum + cents, 0)
        balance += netCents
        return [
          mexican(date),
          name,
          detail,
          ...codes.map((code): Cell => ({ cents: parts[code] ?? 0 })),
          { cents: netCents },
          { cents: balance },
        ]
      }),
      [
        mexican(last),
        'Saldo al final',
        null,
        ...month.lines.map(({ amountCents }): Cell => ({ cents: amountCents })),
        { cents: month.closingCents - month.openingCents },
        { cents: month.closingCents },
      ],
      ...month.deposits.map((one): Cell[] => [
        mexican(one.arrivesOn),
        `${depositStatuses[one.status]} en el banco`,
        [one.bank, one.accountEnd, one.reference].filter(Boolean).join(' · '),
        ...blank,
        { cents: one.amountCents },
        null,
      ]),
    ],
  )
}

const monthName = (month: string) =>
  Temporal.PlainDate.from(`${month}-01`).toLocaleString('es-MX', { month: 'long', year: 'numeric' })

const statementPdf = (work: Work, month: MonthOf): Promise<Buffer> => {
  const today = Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .toString()
  const { occupancy } = month
  return drawSheet(
    {
      title: `Estado de cuenta, ${monthName(month.month)}`,
      under: `${month.party === 'host' ? 'Rentas de tus espacios' : 'Tus citas y rentas'} · Impreso el ${dateText(today)}`,
      parts: [
        {
          heading: 'Tu mes en Kalli',
          terms: [
            { label: 'Saldo al inicio', text: formatCents(month.openingCents) },
            ...month.lines.map(({ code, amountCents }) => ({
              label: statementLines[code],
              text: formatCents(amountCents),
            })),
            { label: 'Saldo al final', text: formatCents(month.closingCents) },
            ...(occupancy === null || occupancy.openMinutes === 0
              ? []
              : [
                  {
                    label: 'Ocupación',
                    text: `${Math.round((occupancy.bookedMinutes / occupancy.openMinutes) * 100)} % de las horas abiertas`,
                  },
                ]),
          ],
          lines: [month.taxNote],
        },
        {
          heading: 'Lo que llegó a tu banco',
          terms: month.deposits.map((one) => ({
            label: mexican(one.arrivesOn),
            text: [
              formatCents(one.amountCents),
              depositStatuses[one.status],
              ...(one.bank === null ? [] : [one.bank]),
              ...(one.accountEnd === null ? [] : [`termina en ${one.accountEnd}`]),
              ...(one.reference === null ? [] : [`rastreo ${one.reference}`]),
            ].join(' · '),
          })),
          lines: [
            month.deposits.length === 0
              ? 'Este mes no llegó ningún depósito.'
              : `En total ${formatCents(month.depositedCents)}.`,
          ],
        },
        {
          heading: 'Movimientos',
          terms: month.movements.map(({ date, name, detail, parts }) => ({
            label: mexican(date),
            text: [
              formatCents(Object.values(parts).reduce((sum, cents) => sum + cents, 0)),
              name,
              ...(detail === '' ? [] : [detail]),
            ].join(' · '),
          })),
          lines: month.movements.length === 0 ? ['Este mes no tuviste movimientos.'] : [],
        },
      ],
      foot: 'Kalli es intermediaria: este documento no es un comprobante fiscal (CFDI).',
    },
    work.now,
  )
}
