/** A message as typed, in plain words: without accents, signs and repeated characters; usual abbreviations and typos as the word meant. */
import { plainText } from '#contract/platform/plain-text.ts'

const meant: Readonly<Record<string, string>> = {
  ahorita: 'ahora',
  bn: 'bien',
  boy: 'voy',
  camcelar: 'cancelar',
  cancelr: 'cancelar',
  canselar: 'cancelar',
  cansela: 'cancela',
  d: 'de',
  dnd: 'donde',
  dond: 'donde',
  grax: 'gracias',
  grasias: 'gracias',
  gcias: 'gracias',
  k: 'que',
  ke: 'que',
  kiero: 'quiero',
  mnn: 'manana',
  mnna: 'manana',
  nop: 'no',
  ok: 'ok',
  okay: 'ok',
  okey: 'ok',
  oki: 'ok',
  okis: 'ok',
  oks: 'ok',
  p: 'para',
  pa: 'para',
  pq: 'porque',
  q: 'que',
  qiero: 'quiero',
  qro: 'quiero',
  see: 'si',
  sii: 'si',
  sip: 'si',
  sipi: 'si',
  simon: 'si',
  tb: 'tambien',
  tmb: 'tambien',
  tmbn: 'tambien',
  ubi: 'ubicacion',
  ubicasion: 'ubicacion',
  x: 'por',
  xfa: '',
  xfas: '',
  xfavor: '',
  porfa: '',
  porfas: '',
  porfis: '',
  yego: 'llego',
}

export const plain = (text: string): string =>
  plainText(text)
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/\bpor favor\b/g, ' ')
    .split(/\s+/)
    .map((word) => meant[word] ?? word)
    .filter((word) => word !== '')
    .join(' ')

const nothingToSay = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Emoji_Component}\s]+$/u
const yes = /[👍👌✅✔🆗]/u

/** A message of signs alone: agreement, or thanks. Null: it has words, or is empty. Digits are emoji components too. */
export const signOf = (text: string): 'agree' | 'thanks' | null => {
  const bare = text.trim()
  if (bare === '' || /[\d#*]/.test(bare) || !nothingToSay.test(bare)) return null
  return yes.test(bare) ? 'agree' : 'thanks'
}
