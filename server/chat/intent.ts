/**
 * What a message asks for: a closed list of words, no model. One message asks for one thing; an unknown one is answered with the choices.
 */
import { plain, signOf } from '#server/chat/spelling.ts'

type Of<Kind extends string> = Kind extends string ? { kind: Kind } : never

/** About one visit of a client. `minutes`, null: ask by how much. */
export type VisitIntent =
  | Of<'confirm' | 'change' | 'cancel' | 'when' | 'where' | 'code' | 'receipt' | 'person' | 'menu'>
  | { kind: 'late'; minutes: number | null }

/** `agree`: a "sí" or a thumb, whose meaning depends on the open question. `thanks`: nothing is wanted. */
export type Intent =
  | VisitIntent
  | Of<'book' | 'requests' | 'answer' | 'talks' | 'applications' | 'agree' | 'thanks'>

const minutes = String.raw`\d{1,2} ?(m|min|mins|minutos|minutitos)`
/** Between the verb and "tarde". "en la" is not among them: "voy mañana en la tarde" is not late. */
const between = String.raw`((a|un|una|poco|poquito|algo|como|unos|muy|mas|bien|media|hora|llegar|\d{1,2}|m|min|mins|minutos|minutitos) )*`
const going = '(voy|vamos|ando|andamos|llego|llegamos|llegare|llegaremos|llegando)'
const behind = String.raw`(tarde|tardecito|atrasad[oa]s?|retrasad[oa]s?|demorad[oa]s?)`

/** `\b` around all of these. */
const anyOf = (...words: readonly string[]) => new RegExp(`\\b(${words.join('|')})\\b`)

const agreement = String.raw`(si|ok|va|dale|orale|arre|sale|vale|claro|perfecto|excelente|listo|de acuerdo|esta bien|muy bien|bien|por supuesto|correcto|asi es|enterad[oa])`
const goodbye = String.raw`((muchas|mil|muchisimas) )?(gracias|igualmente|saludos|bendiciones|bye|adios|hasta (luego|pronto|manana)|(bonito|lindo|excelente|buen) (dia|fin|tarde)|(ja|je)+|muy amables?)`

const wanting = String.raw`(quiero|quisiera|necesito|ocupo|sacar|hacer|pedir|agendar|dame|darme|das)`

/** Confirming acts at once, so a doubt, a promise to say it later or a question about the visit does not confirm. */
const unsure = String.raw`mi cita|.*\bno\b|.*\bse si\b|.*\b(luego|rato|despues|manana|ahora) (te |le |les )?confirm`
/** Before the words that confirm. */
const opening = `(que|pues|y|hola|buen[oa]s?( (dias?|tardes?|noches?))?|${agreement}|${goodbye})`

/** The first match counts. What only asks a question comes before what acts at once: "se me hizo tarde, mejor cancela" must not report a delay. */
const rules: readonly [RegExp, Intent['kind']][] = [
  [/^(acepto|rechazo|no acepto)\b/, 'answer'],
  [
    /\b(no puedo|no podre|no podemos) ((ir|llegar|asistir) )?(a esa hora|ese dia|en ese horario)\b|^(a esa hora|ese dia) no\b/,
    'change',
  ],
  [
    /(?<!\bno (la |me la |me |lo )?)\b(cancel\w*|anul\w*)\b|^ya no$|\bya no (puedo|podre|voy|podemos|quiero|ire)\b|\bno (puedo|podre|podemos|voy a poder|vamos a poder|podremos|creo|creo poder) (ir|asistir|llegar)\b|\bno (voy|vamos) a (ir|asistir|poder)\b|\bno (ire|iremos|asistire)\b|^no (voy|puedo)$/,
    'cancel',
  ],
  [
    anyOf(
      String.raw`cambi\w*|mover\w*|mueve\w*|muevan|movemos|recorre\w*|recorrerla`,
      String.raw`re ?agend\w*|reprogram\w*|pospon\w*|aplaz\w*|adelantar\w*|pasar(la|me)|pasamela`,
    ),
    'change',
  ],
  [
    new RegExp(
      [
        String.raw`^tarde( ${minutes}| \d{1,2})?$`,
        String.raw`^${minutes} (mas )?tarde$`,
        String.raw`\b${going} ${between}${behind}\b`,
        String.raw`\bse (me|nos) (esta haciendo|hizo|hace) tarde\b`,
        String.raw`\b(me|nos) (retras|atras|demor)\w*\b`,
        String.raw`\bme (voy a )?tard(o|ar|are)\b`,
        String.raw`\b(voy|vengo|llego|traigo|tengo) ((con|un|algo|de|poco|poquito) )*retraso\b`,
        String.raw`\b(trafico|no alcanzo a llegar|voy en camino|ya casi llego)\b`,
      ].join('|'),
    ),
    'late',
  ],
  [
    anyOf(
      String.raw`a que hora (es|era|sera|me toca|tengo|quede|quedo|seria)`,
      String.raw`cuando (es|era|sera|me toca|tengo|quede|quedo)|que dia (es|era|me toca|tengo|quede)`,
      String.raw`(hora|fecha) de mi cita|recuerdame mi cita`,
    ),
    'when',
  ],
  [/^(a )?que hora$|^cuando$/, 'when'],
  [
    anyOf(
      String.raw`reservar\w*|reservo|reservame|agendar\w*|agendo|agendame|apartar\w*|apartas?|apartame`,
      // Not "una cita" alone: "tengo una cita hoy, ¿dónde es?" is about a visit.
      String.raw`${wanting} (una |otra )?cita|nueva cita|cita nueva|(quiero|hacer|quisiera) (una )?reserva(cion)?`,
      String.raw`(tienes|tienen|tendras|tendran|hay|habra) (algo|lugar|cupo|espacio|citas?|chance|disponib\w*)`,
      String.raw`que (horarios|horas|dias) (tienes|tienen|hay)|disponibilidad`,
      String.raw`algo (para )?(hoy|manana)|algo (para|el) (lunes|martes|miercoles|jueves|viernes|sabado|domingo)`,
    ),
    'book',
  ],
  [/^(una|otra) cita\b/, 'book'],
  [
    anyOf(
      'otra hora|otro dia|otro horario|otra fecha|mas tarde|mas tardecito|mas temprano|mas tempranito',
      '(a|en|por|para) la tarde',
    ),
    'change',
  ],
  [/\b(donde|direccion|ubicacion|como llego|mapa|en que calle|lugar)\b/, 'where'],
  [/\b(codigo|clave)\b/, 'code'],
  [/\b(recibo|comprobante|ticket|factura|cuanto pague)\b/, 'receipt'],
  [/\b(persona|human[oa]?|asesor|agente|hablar con|escribirle|mensaje para|preguntarle|decirle)\b/, 'person'],
  [/^(mis )?(mensajes?|conversacion(es)?)$|\bmensajes (nuevos|sin leer)\b/, 'talks'],
  [/\b(postulacion\w*)\b/, 'applications'],
  [/\b(solicitud\w*|por aceptar|aceptar citas?)\b/, 'requests'],
  [
    new RegExp(
      `^(?!${unsure})(${opening} )*((si )?(voy a ir|asisto)|si voy|(ahi )?nos vemos|confirmad[oa]|confirmar( (mi )?(cita|asistencia))?$)\\b`,
    ),
    'confirm',
  ],
  [new RegExp(`^(?!${unsure}).*\\b(confirm(o|amos)|ahi (estare|estoy))\\b`), 'confirm'],
  [new RegExp(`^${agreement}( (que|pues|y|${agreement}|${goodbye}))*$`), 'agree'],
  [new RegExp(`^${goodbye}( ${goodbye})*$`), 'thanks'],
  [
    /^(hola|holaa|buen\w*|que tal|menu|ayuda|opciones|info|informacion|(mis?|la) (citas?|reserva(cion)?(es)?)|citas?)\b/,
    'menu',
  ],
]

export const intentOf = (text: string): Intent | null => {
  const sign = signOf(text)
  if (sign !== null) return { kind: sign }
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

/** "a las 5", "5:20", which `plain` writes as "5 20", "5 pm" and "5 y cuarto". */
const clockTime =
  /\blas? \d{1,2}\b|\b\d{1,2} \d{2}\b(?! ?m(in|ins|inutos|inutitos)?\b)|\b\d{1,2} ?(am|pm)\b|\b\d{1,2} y\b/
/** "1 hora", not "media hora". */
const hours = /\b\d{1,2}(h|hrs?)\b|(?<!\bmedia )(?<!\bcuartos? de )\b(h|hrs?|horas?)\b/

/** Null, so that the minutes are requested, where the figures may be an hour of the day or hours. "el 5" is no minutes either. */
const minutesIn = (words: string): number | null => {
  if (clockTime.test(words) || hours.test(words)) return null
  const figure = new RegExp(`\\b${minutes}\\b`).exec(words) ?? /(?<!\b(el|dia) )\b\d{1,2}\b/.exec(words)
  if (figure !== null) return Number.parseInt(figure[0], 10)
  const named = Object.entries(spoken).find(([word]) => new RegExp(`\\b${word}\\b`).test(words))
  return named === undefined ? null : named[1]
}
