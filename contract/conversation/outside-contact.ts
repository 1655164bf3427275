/**
 * Detects contact details outside Kalli as written in Mexico: telephones in digits, in words and disguised, e-mails,
 * links, handles. Hidden in messages between two parties until a booking or an agreement is active, refused in reviews;
 * pure, and inclined to hide: a hidden price can be requested again, a leaked telephone cannot be recalled.
 */
import { hiddenWords } from '#contract/conversation/conversation.ts'
import { type Found, telephones, type Kind } from '#contract/conversation/written-number.ts'

/**
 * The text with contact details hidden; null if there are none. `before`: the same author's previous messages, oldest
 * first, since a number can be split over several messages.
 */
export const hideContact = (text: string, before: readonly string[] = []): string | null => {
  const reported = before.map((part) => `${part}\n`).join('')
  const found = contactsIn(reported + text)
    .map(({ kind, from, to }) => ({
      kind,
      from: Math.max(0, from - reported.length),
      to: to - reported.length,
    }))
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

/** A message before an agreement between the parties: contact details are hidden until then. */
export const untilAgreed = (text: string, agreed: boolean, before: readonly string[] = []): string =>
  agreed ? text : (hideContact(text, before) ?? text)

/** In text order; of overlapping ones the first to begin, then the longest. */
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

/** Lowercase without accents or disguise (full width, circled, bold, digits of other scripts), each with its original position. */
const plainOf = (text: string) => {
  let plain = ''
  const at: number[] = []
  let place = 0
  for (const sign of text) {
    const bare = sign
      .normalize('NFKD')
      // Accents, joiners, keycap marks, and zero-width characters.
      .replaceAll(/\p{Mn}|\p{Me}|\p{Cf}/gu, '')
      .replaceAll(/\p{Nd}/gu, digitOf)
      .toLowerCase()
    for (const character of bare) for (let unit = 0; unit < character.length; unit += 1) at.push(place)
    plain += bare
    place += sign.length
  }
  at.push(text.length)
  return { plain, at }
}

/** In every script the ten digits are consecutive, from zero. */
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

const endings =
  'com|mx|net|org|info|me|io|co|app|link|bio|page|site|shop|store|online|xyz|club|es|us|ly|gl|gg|tv|tk|social'
const dot = String.raw`(?:\s?\.\s?|\s*[([]?\s?(?:punto|dot)\s?[)\]]?\s+)`
const at = String.raw`(?:\s?@\s?|\s*[([]\s?(?:arroba|at)\s?[)\]]\s*|\s+arroba\s+)`
/** Also with a gap between the characters: "g mail". */
const mails = `(?:${['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud', 'protonmail', 'proton']
  .map((name) => name.replaceAll(/\B/g, String.raw`\s?`))
  .join('|')})`
const apps = String.raw`(?:whats\s?app|whats|wasap|guats?\s?app|wpp|insta(?:gram)?|ig|face(?:book)?|fb|messenger|telegram|tik\s?tok|snap(?:chat)?|twitter|linkedin|skype|gmail|hotmail)`
/** A typical user name: with a dot, an underscore or a digit within. */
const madeName = String.raw`(?=[\w.]*[a-z])(?=[\w.]{3,30})[a-z\d_]+(?:\.[\w.]*\w|_[\w.]*|\d[\w.]*)`
/** Words near an app's name that are no user name. */
const noName = String.raw`(?:\w+(?:me|nos|la|lo|las|los|te)|v[ie]|vimos|ves|ver|vio|te|la|lo|los|las|se|que|ya|si|no|y|o|me|es|esta[ns]?|estoy|estamos|sub[ioe]|subimos|subes|public\w+|posteo|mir[ao]|chec[ao]|busc[ao]|sig[ou]e?|tengo|tiene[ns]?|hay|tod[oa]s?|algo|nada|igual|tambien|aqui|ahi|alla|como|solo|fotos?|videos?|reels?|historias?|trabajos?|ejemplos?|perfil|pagina|cuenta|anuncios?|resenas?|modelos?|disenos?|cortes?|tonos?|ideas?|likes?|seguidores|promos?|promociones|precios?)`

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['email', new RegExp(String.raw`[a-z0-9][\w.+-]*${at}[a-z0-9][\w-]*(?:${dot}[a-z]{2,})+`, 'g')],
  // Recognizable without the top-level domain.
  ['email', new RegExp(String.raw`[a-z0-9][\w.+-]*(?:${at}|\s+en\s+)${mails}\b(?:${dot}[a-z]{2,3}\b)*`, 'g')],
  ['email', new RegExp(String.raw`[a-z0-9][\w.+-]*\s*[([]\s?${mails}(?:${dot}[a-z]{2,3})*\s?[)\]]`, 'g')],
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
  ['handle', new RegExp(String.raw`(?<=\b${apps}\s+["'«(]?)${madeName}`, 'g')],
  ['handle', new RegExp(String.raw`(?<![\w.])${madeName}(?=\s+(?:en|de)\s+(?:el\s+|mi\s+)?${apps}\b)`, 'g')],
  // "IG anarojas", with nothing after it.
  [
    'handle',
    new RegExp(
      String.raw`(?<=\b${apps}\s+["'«(]?)(?!${noName}\b|(?:bonit|buen|nuev|siempre|tambien|gracias|porfa)\w*\b)[a-z_][\w.]{3,28}\w(?=["'»)]?\s*(?:$|[.,;!?\n]))`,
      'g',
    ),
  ],
  // "anarojas en insta", as a sentence, or after phrases such as "soy".
  [
    'handle',
    new RegExp(
      String.raw`(?<=^|[.,;:!?\n]\s?|\b(?:soy|como|encuentras|aparezco|llamo)\s)(?!${noName}\s)[a-z_][\w.]{3,29}(?=\s+en\s+(?:el\s+)?${apps}\b)`,
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
