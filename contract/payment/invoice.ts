/**
 * The recipient's data for an invoice (CFDI 4.0) of a visit. Kalli has no connection to a certifier: the professional
 * issues it, so the data is validated here as far as possible without one. Codes are those of the SAT's catalogues
 * c_RegimenFiscal and c_UsoCFDI; only uses that apply to a service to a person or a company.
 */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { Text } from '#contract/platform/shapes.ts'

type Of = 'person' | 'company' | 'both'

export const taxRegimes = {
  '601': { label: 'General de Ley Personas Morales', of: 'company' },
  '603': { label: 'Personas Morales con Fines no Lucrativos', of: 'company' },
  '605': { label: 'Sueldos y Salarios e Ingresos Asimilados a Salarios', of: 'person' },
  '606': { label: 'Arrendamiento', of: 'person' },
  '607': { label: 'Enajenación o Adquisición de Bienes', of: 'person' },
  '608': { label: 'Demás ingresos', of: 'person' },
  '610': { label: 'Residentes en el Extranjero sin Establecimiento Permanente', of: 'both' },
  '611': { label: 'Ingresos por Dividendos', of: 'person' },
  '612': { label: 'Actividades Empresariales y Profesionales', of: 'person' },
  '614': { label: 'Ingresos por intereses', of: 'person' },
  '615': { label: 'Ingresos por obtención de premios', of: 'person' },
  '616': { label: 'Sin obligaciones fiscales', of: 'person' },
  '620': { label: 'Sociedades Cooperativas de Producción', of: 'company' },
  '621': { label: 'Incorporación Fiscal', of: 'person' },
  '622': { label: 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras', of: 'company' },
  '623': { label: 'Opcional para Grupos de Sociedades', of: 'company' },
  '624': { label: 'Coordinados', of: 'company' },
  '625': { label: 'Ingresos a través de Plataformas Tecnológicas', of: 'person' },
  '626': { label: 'Simplificado de Confianza (RESICO)', of: 'both' },
} as const satisfies Readonly<Record<string, { label: string; of: Of }>>
export type TaxRegime = keyof typeof taxRegimes

const business: readonly TaxRegime[] = [
  '601',
  '603',
  '606',
  '612',
  '620',
  '621',
  '622',
  '623',
  '624',
  '625',
  '626',
]
const personal: readonly TaxRegime[] = ['605', '606', '607', '608', '611', '612', '614', '615', '625']

/** Uses with the regimes that may use them; null: all. */
export const invoiceUses = {
  G03: { label: 'Gastos en general', regimes: business },
  D01: { label: 'Honorarios médicos, dentales y gastos hospitalarios', regimes: personal },
  D02: { label: 'Gastos médicos por incapacidad o discapacidad', regimes: personal },
  S01: { label: 'Sin efectos fiscales', regimes: null },
} as const satisfies Readonly<Record<string, { label: string; regimes: readonly TaxRegime[] | null }>>
export type InvoiceUse = keyof typeof invoiceUses

const isRegime = (code: string): code is TaxRegime => Object.hasOwn(taxRegimes, code)
const isUse = (code: string): code is InvoiceUse => Object.hasOwn(invoiceUses, code)

/** Normalized: capitals, without spaces or hyphens. */
export const rfcOf = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '')

/** Three letters and a date for a company, four for a person; then three more characters. Null if plausible. */
export const rfcProblem = (typed: string): string | null => {
  const rfc = rfcOf(typed)
  if (rfc === '') return 'Escribe tu RFC.'
  if (/^X[AE]XX010101000$/.test(rfc)) return 'Con el RFC genérico no hace falta pedirla.'
  const [, date] = /^[A-ZÑ&]{3,4}(\d{6})[A-Z0-9]{2}[A0-9]$/.exec(rfc) ?? []
  if (date === undefined) return 'Un RFC tiene 12 caracteres (empresa) o 13 (persona). Revísalo.'
  return isDate(date) ? null : 'La fecha dentro del RFC no existe. Revísalo.'
}

/** A two-digit year may be of this century or the last: 29 February existed in 2000, not in 1900. */
const isDate = (digits: string) => {
  const [year, month, day] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2)))
  const date = new Date(Date.UTC(2000 + (year ?? 0), (month ?? 0) - 1, day))
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}

export const kindOfRfc = (rfc: string): 'person' | 'company' =>
  rfcOf(rfc).length === 12 ? 'company' : 'person'

/** The regimes possible for this RFC, and the uses allowed in each. */
export const regimesFor = (rfc: string) =>
  Object.entries(taxRegimes).filter(([, { of }]) => of === 'both' || of === kindOfRfc(rfc))
export const usesFor = (regime: string) =>
  Object.entries(invoiceUses).filter(
    ([, { regimes }]: [string, { regimes: readonly string[] | null }]) =>
      regimes === null || regimes.includes(regime),
  )

export type InvoiceField = 'rfc' | 'legalName' | 'regime' | 'use' | 'postalCode' | 'email'

/** Missing or invalid fields; used by the screen and the server. */
export const invoiceProblems = (
  data: Readonly<Record<InvoiceField, string>>,
): Partial<Record<InvoiceField, string>> => {
  const rfc = rfcProblem(data.rfc)
  const regime = regimesFor(data.rfc).some(([code]) => code === data.regime)
  const use = usesFor(data.regime).some(([code]) => code === data.use)
  return {
    ...(rfc === null ? {} : { rfc }),
    ...(data.legalName.trim() === '' ? { legalName: 'Escribe el nombre o razón social.' } : {}),
    ...(regime ? {} : { regime: 'Elige el régimen de ese RFC.' }),
    ...(use ? {} : { use: 'Elige un uso que ese régimen permita.' }),
    ...(/^\d{5}$/.test(data.postalCode) ? {} : { postalCode: 'Son cinco dígitos.' }),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(data.email.trim()) ? {} : { email: 'Revisa el correo.' }),
  }
}

export const InvoiceData = z
  .object({
    rfc: z.pipe(z.string().check(z.maxLength(20)), z.transform(rfcOf)),
    /** As printed on the tax certificate. */
    legalName: Text(254),
    regime: z.string(),
    use: z.string(),
    /** Postal code of the tax address. */
    postalCode: z.string(),
    /** Shown to the professional, who sends the invoice there. */
    email: Email,
  })
  .check(
    z.refine((data) => Object.keys(invoiceProblems(data)).length === 0, 'Revisa los datos de tu factura.'),
  )
export type InvoiceData = z.output<typeof InvoiceData>

/** As shown. */
export const Invoice = z.object({
  rfc: z.string(),
  legalName: z.string(),
  regime: z.string(),
  use: z.string(),
  postalCode: z.string(),
  email: z.string(),
})

/** "612 Actividades Empresariales y Profesionales". */
export const regimeText = (code: string) => `${code}${isRegime(code) ? ` ${taxRegimes[code].label}` : ''}`
export const purposeText = (code: string) => `${code}${isUse(code) ? ` ${invoiceUses[code].label}` : ''}`
