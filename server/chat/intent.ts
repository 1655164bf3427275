/**
 * What a message asks for: a closed list of words, no model. One message asks for one thing; an unknown one is answered with the choices.
 */
export type Intent =
  | { kind: 'confirm' | 'change' | 'cancel' | 'where' | 'code' | 'receipt' | 'person' | 'book' | 'requests' }
  | { kind: 'menu' | 'stop' | 'answer' | 'talks' | 'applications' }
  /** Null: ask by how much. */
  | { kind: 'late'; minutes: number | null }

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The first match counts: a late client writes "no alcanzo" as well, without cancelling. */
const rules: readonly [RegExp, Exclude<Intent['kind'], 'late'> | 'late'][] = [
  [/^(baja|alto|stop|ya no|cancelar suscripcion)$/, 'stop'],
  [/^(acepto|rechazo|no acepto)\b/, 'answer'],
  [
    /\b(voy|vamos|llego|llegamos|llegare|estoy llegando|ando) (un poco |un poquito |algo |como )?(tarde|atrasad[oa]|retrasad[oa])\b|\b(tarde|retras\w*|demor\w*|trafico|no alcanzo a llegar|voy en camino|ya casi llego)\b/,
    'late',
  ],
  [
    /\b(cancel\w*|anul\w*)\b|\bya no (puedo|podre|voy|podemos|quiero|ire)\b|\bno (puedo|podre|voy a poder|podremos) (ir|asistir|llegar)\b|^no (voy|puedo|ire)$/,
    'cancel',
  ],
  [
    /\b(cambi\w*|mover|mueve\w*|muevan|reagend\w*|reprogram\w*|posponer|aplazar|otra hora|otro dia|otro horario|mas tarde|mas temprano)\b/,
    'change',
  ],
  [/\b(donde|direccion|ubicacion|como llego|mapa|en que calle|lugar)\b/, 'where'],
  [/\b(codigo|clave)\b/, 'code'],
  [/\b(recibo|comprobante|ticket|factura|cuanto pague)\b/, 'receipt'],
  [/\b(persona|human[oa]?|asesor|agente|hablar con|escribirle|mensaje para|preguntarle|decirle)\b/, 'person'],
  [/^(mis )?(mensajes?|conversacion(es)?)$|\bmensajes (nuevos|sin leer)\b/, 'talks'],
  [/\b(postulacion\w*)\b/, 'applications'],
  [/\b(solicitud\w*|por aceptar|aceptar citas?)\b/, 'requests'],
  [/\b(reserv\w*|agend\w*|nueva cita|otra cita|quiero (una )?cita|cita nueva)\b/, 'book'],
  [
    /^(si|confirm\w*|ok|va|sale|claro|ahi estare|ahi estoy|si voy|ahi nos vemos|perfecto|listo|de acuerdo)( (gracias|confirmo|voy|claro|perfecto|ahi estare|ahi nos vemos|asisto))*$|\bconfirmo\b/,
    'confirm',
  ],
  [/^(hola|buen\w*|que tal|menu|ayuda|opciones|info|informacion|mi cita|mis citas|citas?)\b/, 'menu'],
]

export const intentOf = (text: string): Intent | null => {
  const words = plain(text)
  const kind = rules.find(([rule]) => rule.test(words))?.[1]
  if (kind === undefined) return null
  return kind === 'late' ? { kind, minutes: minutesIn(words) } : { kind }
}

const spoken: Readonly<Record<string, number>> = {
  cinco: 5,
  diez: 10,
  quince: 15,
  veinte: 20,
  treinta: 30,
  'media hora': 30,
  'un cuarto': 15,
}

const minutesIn = (words: string): number | null => {
  const figure = /\b(\d{1,2})\s?(m|min|mins|minutos|minutitos)?\b/.exec(words)
  if (figure !== null) return Number(figure[1])
  const named = Object.entries(spoken).find(([word]) => new RegExp(`\\b${word}\\b`).test(words))
  return named === undefined ? null : named[1]
}
