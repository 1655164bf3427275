/** `GET /api/statements/<party>/<month>.pdf` and `.csv`: a payee's month as a document and as a table, with the figures of the screen. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { depositStatuses, Month } from '#contract/figures/bank-deposit.ts'
import { type StatementCode, statementLines } from '#contract/figures/statement.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { type MonthOf, monthStatement, type Movement } from '#server/figures/statement.ts'
import { statementPdf } from '#server/figures/statement-pdf.ts'
import { type Cell, csvOf } from '#server/figures/table.ts'
import { sendPrint } from '#server/hiring/agreement/print.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, workFor } from '#server/platform/work.ts'

const Party = z.enum(['professional', 'host'])
const File = z.pipe(
  z.string().check(z.regex(/^[^.]{1,10}\.(pdf|csv)$/)),
  z.transform((name) => name.split('.')),
)

export const mountStatements = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { party: string; file: string } }>(
    '/api/statements/:party/:file',
    async (request, reply) => {
      const who = await personOfFile(context, request, reply)
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

const netOf = (parts: Movement['parts']) => Object.values(parts).reduce((sum, cents) => sum + cents, 0)

/** The same text for a movement and its deposit, so that a spreadsheet can join them. */
const depositText = (deposit: Movement['deposit']) =>
  deposit === null ? null : [mexican(deposit.on), deposit.reference].filter(Boolean).join(' · ')

const statementCsv = (month: MonthOf): string => {
  const codes = codesOf(month)
  const [first, last] = [`${month.month}-01`, month.movements.at(-1)?.date ?? `${month.month}-01`]
  const blank = codes.map((): Cell => null)
  let balance = month.openingCents
  return csvOf(
    [
      'Fecha',
      'Movimiento',
      'Detalle',
      'Depósito',
      ...codes.map((code) => statementLines[code]),
      'Neto',
      'Saldo',
    ],
    [
      [mexican(first), 'Saldo al inicio', null, null, ...blank, null, { cents: balance }],
      ...month.movements.map(({ date, name, detail, deposit, parts }): Cell[] => {
        const netCents = netOf(parts)
        balance += netCents
        return [
          mexican(date),
          name,
          detail,
          depositText(deposit),
          ...codes.map((code): Cell => ({ cents: parts[code] ?? 0 })),
          { cents: netCents },
          { cents: balance },
        ]
      }),
      [
        mexican(last),
        'Saldo al final',
        null,
        null,
        ...month.lines.map(({ amountCents }): Cell => ({ cents: amountCents })),
        { cents: month.closingCents - month.openingCents },
        { cents: month.closingCents },
      ],
      ...month.deposits.map((one): Cell[] => [
        mexican(one.arrivesOn),
        `${depositStatuses[one.status]} en el banco`,
        [one.bank, one.accountEnd].filter(Boolean).join(' · '),
        depositText({ on: one.arrivesOn, reference: one.reference }),
        ...blank,
        { cents: one.amountCents },
        null,
      ]),
    ],
  )
}
