/** A CLABE identifies a Mexican bank account: bank (3), city (3), account (11) and a check digit. */
const weights = [3, 7, 1] as const

/** The check digit: each digit × 3, 7, 1, modulo ten, summed, and the difference to the next ten. */
export const checkDigitOf = (digits: string): number => {
  const sum = Array.from(digits.slice(0, 17), Number).reduce(
    (total, digit, place) => total + ((digit * (weights[place % 3] ?? 0)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** Validation of a typed CLABE (spaces and hyphens are ignored); null if valid. */
export const clabeProblem = (typed: string): string | null => {
  const digits = clabeDigits(typed)
  if (!/^\d*$/.test(digits)) return 'La CLABE solo lleva números.'
  if (digits.length !== 18) return `La CLABE tiene 18 dígitos; escribiste ${digits.length}.`
  if (!Object.hasOwn(banks, digits.slice(0, 3))) return 'Los tres primeros dígitos no son de ningún banco.'
  if (checkDigitOf(digits) !== Number(digits[17]))
    return 'El último dígito no coincide. Revisa que la copiaste bien.'
  return null
}

export const clabeDigits = (typed: string) => typed.replace(/[\s-]/g, '')

/** The bank, by the first three digits. */
export const bankOf = (typed: string): string | undefined => banks[clabeDigits(typed).slice(0, 3)]

/** Banks and payment institutions in SPEI that offer accounts. */
const banks: Readonly<Record<string, string>> = {
  '002': 'Banamex',
  '006': 'Bancomext',
  '009': 'Banobras',
  '012': 'BBVA México',
  '014': 'Santander',
  '019': 'Banjército',
  '021': 'HSBC',
  '030': 'Bajío',
  '036': 'Inbursa',
  '042': 'Mifel',
  '044': 'Scotiabank',
  '058': 'Banregio',
  '059': 'Invex',
  '060': 'Bansí',
  '062': 'Afirme',
  '072': 'Banorte',
  '106': 'Bank of America',
  '112': 'Bmonex',
  '113': 'Ve por Más',
  '127': 'Azteca',
  '128': 'Kapital',
  '130': 'Compartamos',
  '132': 'Multiva',
  '133': 'Actinver',
  '137': 'BanCoppel',
  '138': 'Ualá',
  '140': 'Consubanco',
  '143': 'CIBanco',
  '145': 'BBase',
  '147': 'Bankaool',
  '150': 'Inmobiliario',
  '152': 'Bancrea',
  '156': 'Sabadell',
  '166': 'Banco del Bienestar',
  '167': 'Hey Banco',
  '638': 'Nu México',
  '646': 'STP',
  '661': 'Klar',
  '684': 'Transfer',
  '703': 'Tesored',
  '706': 'Arcus',
  '710': 'NVIO',
  '722': 'Mercado Pago',
  '728': 'Spin by OXXO',
}
