/**
 * Ways to reach somebody outside of Kalli, as people write them in Mexico: telephones in digits, in words and in disguise,
 * e-mails, links, names elsewhere. Hidden in conversations until a booking is confirmed, refused in reviews; pure, and generous:
 * a hidden price is asked about again, a telephone that slipped through is gone.
 */
import { hiddenWords } from '#contract/conversation.ts'

type Kind = keyof typeof hiddenWords
type Found = { kind: Kind; from: number; to: number }

/**
 * The text with what leads outside hidden, null when there is nothing to hide. `before` is what the same person wrote just
 * before, oldest first: a number told in three messages is one number.
 */
export const hideContact = (text: string, before: readonly string[] = []): string | null => {
  const told = before.map((part) => `${part}\n`).join('')
  const found = contactsIn(told + text)
    .map(({ kind, from, to }) => ({ kind, from: Math.max(0, from - told.length), to: to - told.length }))
    .filter(({ to }) => to > 0)
  if (found.length === 0) return null
  let shown = ''
  let at = 0
  for (const { kind, from, to } of found) {
    shown += text.slice(at, from) + hiddenWords[kind]
    at = to
  }
  return shown + text.slice(at)
}

/** In the order of the text; of two that overlap the one that began first, and the longer of these. */
const contactsIn = (text: string): Found[] => {
  const { plain, at } = plainOf(text)
  const found = [...written(plain), ...telephones(plain)].toSorted(
    (one, other) => one.from - other.from || other.to - one.to,
  )
  const apart: Found[] = []
  for (const one of found) {
    const last = apart.at(-1)
    if (last === undefined || one.from >= last.to) apart.push(one)
    else if (one.to > last.to) apart[apart.length - 1] = { ...last, to: one.to }
  }
  return apart.map(({ kind, from, to }) => ({ kind, from: at[from] ?? 0, to: at[to] ?? text.length }))
}

/** Small letters without accents or disguise (full width, circled, bold signs), each with the place where it stood. */
const plainOf = (text: string) => {
  let plain = ''
  const at: number[] = []
  let place = 0
  for (const sign of text) {
    const bare = sign
      .normalize('NFKD')
      // Accents, joiners, what makes a key cap of a digit, and signs without width.
      .replaceAll(/\p{Mn}|\p{Me}|\p{Cf}/gu, '')
      .toLowerCase()
    for (const letter of bare) for (let unit = 0; unit < letter.length; unit += 1) at.push(place)
    plain += bare
    place += sign.length
  }
  at.push(text.length)
  return { plain, at }
}

const endings =
  'com|mx|net|org|info|me|io|co|app|link|bio|page|site|shop|store|online|xyz|club|es|us|ly|gl|gg|tv|tk|social'
const dot = String.raw`(?:\s?\.\s?|\s*[([]?\s?(?:punto|dot)\s?[)\]]?\s+)`
const at = String.raw`(?:\s?@\s?|\s*[([]\s?(?:arroba|at)\s?[)\]]\s*|\s+arroba\s+)`
const apps = String.raw`(?:whats\s?app|whats|wasap|guats?\s?app|wpp|insta(?:gram)?|ig|face(?:book)?|fb|messenger|telegram|tik\s?tok|snap(?:chat)?|twitter|linkedin|skype)`

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['email', new RegExp(String.raw`[a-z0-9][\w.+-]*${at}[a-z0-9][\w-]*(?:${dot}[a-z]{2,})+`, 'g')],
  // Without its ending it says enough.
  [
    'email',
    new RegExp(
      String.raw`[a-z0-9][\w.+-]*(?:${at}|\s+en\s+)(?:gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?)\b`,
      'g',
    ),
  ],
  ['link', /\bhttps?\s?:\s?\/\s?\/\s?\S+/g],
  ['link', /\bwww\s?\.\s?\S+/g],
  ['link', new RegExp(String.raw`\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:${endings})\b(?:\/\S*)?`, 'g')],
  ['link', new RegExp(String.raw`\b[a-z0-9][a-z0-9-]+\s+(?:punto|dot)\s+(?:com|mx|net|org)\b`, 'g')],
  ['handle', /(?<![\w@])@\s?[a-z_][\w.]{1,29}/g],
  ['handle', /\barroba\s+[a-z_][\w.]{2,29}/g],
  [
    'handle',
    new RegExp(
      String.raw`(?<=\b${apps}\b\s*(?:(?:es|como|soy|me llamo|se llama|estoy como|:|=|-|->)\s*)+["'«(]?)@?(?!(?:el|la|de|del|que|por|para|un|una|mi|tu|no|si|muy|es)\b)[a-z_][\w.]{2,29}`,
      'g',
    ),
  ],
]

const written = (plain: string): Found[] =>
  patterns.flatMap(([kind, pattern]) =>
    [...plain.matchAll(pattern)].map((match) => ({
      kind,
      from: match.index,
      to: match.index + match[0].length,
    })),
  )

const words: Readonly<Record<string, string>> = {
  cero: '0',
  uno: '1',
  un: '1',
  una: '1',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
  diez: '10',
  once: '11',
  doce: '12',
  trece: '13',
  catorce: '14',
  quince: '15',
  dieciseis: '16',
  diecisiete: '17',
  dieciocho: '18',
  diecinueve: '19',
  veinte: '20',
  veintiuno: '21',
  veintidos: '22',
  veintitres: '23',
  veinticuatro: '24',
  veinticinco: '25',
  veintiseis: '26',
  veintisiete: '27',
  veintiocho: '28',
  veintinueve: '29',
  treinta: '30',
  cuarenta: '40',
  cincuenta: '50',
  sesenta: '60',
  setenta: '70',
  ochenta: '80',
  noventa: '90',
  cien: '100',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
}

/** Ten digits are a telephone in Mexico, eight one of long ago; fewer are a price, a date or a floor. */
const leastDigits = 8
/** Between the parts of one number. */
const between =
  /^(?:[\s.,;:()[\]_*~|/+\-–—•·"'«»!?]|\by\b|\bguion\b|\bpunto\b|\bcoma\b|\bespacio\b|\bmas\b|\bluego\b|\bdespues\b){0,12}$/
/** Dates, hours and amounts; what stands around them is no part of one number. */
const harmless =
  /\b\d{1,2}\s?[/-]\s?\d{1,2}\s?[/-]\s?(?:20)?\d{2}\b|\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\$\s?\d[\d,.]*|\b\d{1,3}(?:,\d{3})+(?:\.\d{2})?\b|\b\d{4,5}\s?pesos\b/g

/** Runs of digits and number words that are long enough together. */
const telephones = (plain: string): Found[] => {
  const shields = [...plain.matchAll(harmless)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  const tokens = [...plain.matchAll(/(?:\d|(?<=\d)o(?=[\do])|\bo(?=\d))+|[a-z]+/g)].flatMap((match) => {
    const digits = /\d/.test(match[0]) ? match[0].replaceAll('o', '0') : words[match[0]]
    const [from, to] = [match.index, match.index + match[0].length]
    const isShielded = shields.some(([begin, end]) => from >= begin && to <= end)
    return digits === undefined || isShielded ? [] : [{ digits: digits.length, from, to }]
  })
  const found: Found[] = []
  let run: { digits: number; from: number; to: number } | undefined
  const close = () => {
    if (run !== undefined && run.digits >= leastDigits)
      found.push({ kind: 'phone', from: run.from, to: run.to })
  }
  for (const token of tokens) {
    const goesOn =
      run !== undefined &&
      between.test(plain.slice(run.to, token.from)) &&
      !shields.some(([begin]) => run !== undefined && begin >= run.to && begin < token.from)
    if (run !== undefined && goesOn) run = { digits: run.digits + token.digits, from: run.from, to: token.to }
    else {
      close()
      run = { ...token }
    }
  }
  close()
  return found
}
