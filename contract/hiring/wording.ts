/**
 * Wording that a host's free text should avoid. A host governs the place only: directing how, when or for how much a
 * professional works makes an employer (LFT art. 20), so such phrases raise a warning. A vacancy may not specify age,
 * sex or looks (LFT art. 3, LFPED art. 9): such phrases are refused in vacancies. Pure; a word list cannot know
 * intentions, so a finding gives the reason and an alternative, and the author decides.
 */
export type WordingFamily = 'subordination' | 'discrimination'
export type WordingKind =
  | 'direction'
  | 'shift'
  | 'price'
  | 'pay'
  | 'exclusive'
  | 'sanction'
  | 'age'
  | 'sex'
  | 'looks'
  | 'private_life'

export type WordingFinding = {
  kind: WordingKind
  family: WordingFamily
  /** The words as written, and their position. */
  quote: string
  from: number
  to: number
}

/** The reason, and an alternative wording. */
export const wordingAdvice: Readonly<Record<WordingKind, string>> = {
  direction: 'Dice cómo debe trabajar la persona. Describe el lugar: qué hay, qué se cuida, cómo se deja.',
  shift: 'Fija turnos o asistencia. Di cuándo abre el espacio; cada quien elige sus horas.',
  price: 'Fija lo que cobra la persona. Cada profesional decide sus precios; tú pones la renta.',
  pay: 'Habla de sueldo o prestaciones. Aquí se renta un espacio: no hay nómina.',
  exclusive: 'Pide exclusividad. Quien renta puede trabajar donde quiera.',
  sanction: 'Amenaza con sanciones. Para daños usa el depósito y la política de cancelación.',
  age: 'Pide una edad. Di qué experiencia o qué documento hace falta.',
  sex: 'Pide un sexo. La vacante es para quien sepa hacer el trabajo.',
  looks: 'Pide una apariencia. Di qué sabe hacer la persona que buscas.',
  private_life: 'Pregunta por la vida privada. Solo cuenta lo que hace falta para el trabajo.',
}

/** Findings in the order of the text; of overlapping ones, the longest. */
export const checkWording = (
  text: string,
  families: readonly WordingFamily[] = ['subordination'],
): WordingFinding[] => {
  const plain = plainLetters(text)
  const found = rules
    .filter(({ family }) => families.includes(family))
    .flatMap(({ kind, family, says }) =>
      says.flatMap((pattern) =>
        [...plain.matchAll(pattern)].map((match) => ({
          kind,
          family,
          quote: text.slice(match.index, match.index + match[0].length),
          from: match.index,
          to: match.index + match[0].length,
        })),
      ),
    )
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
  return found.filter(
    (one, place) =>
      !found.some(
        (other, at) =>
          at !== place &&
          one.from < other.to &&
          other.from < one.to &&
          (other.to - other.from > one.to - one.from ||
            (other.to - other.from === one.to - one.from && at < place)),
      ),
  )
}

/** Lowercase without accents, each character with its original position. */
const plainLetters = (text: string) =>
  text
    .replace(/[\u0080-\uffff]/g, (character) => {
      const [plain = character] = character.normalize('NFD')
      return plain.length === character.length ? plain : character
    })
    .replace(/[A-Z]/g, (character) => character.toLowerCase())

const must = String.raw`(?:deberas?|deberan|debes?|deben|tienes? que|tienen que|hay que|estas? obligad[oa]s? a|es obligatorio|obligatorio)`
const boss = String.raw`(?:jef[ea]|supervisor[a]?|gerente|encargad[oa]|duen[oa]|anfitrion[a]?|administracion|recepcion)`
/** The maximum distance of two words in a rule, within one sentence. */
const near = String.raw`[^.;\n]{0,40}?`

const rules: readonly { kind: WordingKind; family: WordingFamily; says: readonly RegExp[] }[] = [
  {
    kind: 'direction',
    family: 'subordination',
    says: [
      new RegExp(
        String.raw`\b${must}\b${near}\b(?:seguir|obedecer|acatar|aplicar|usar nuestr[oa]s?|trabajar|atender|ofrecer|vender|reportar(?:te|se)?|pedir permiso|cubrir)\b`,
        'g',
      ),
      new RegExp(
        String.raw`\b(?:seguir|obedecer|acatar|bajo) (?:las )?(?:instrucciones|ordenes|indicaciones)\b(?: de(?:l| la| el)? ${boss})?`,
        'g',
      ),
      new RegExp(String.raw`\b(?:tu|su) (?:jef[ea]|supervisor[a]?)\b`, 'g'),
      new RegExp(
        String.raw`\b(?:reportas?|reportan|reportaras|rinde[sn]? cuentas) (?:a|con|al) (?:la |el )?${boss}\b`,
        'g',
      ),
      /\b(?:uniforme|filipina|gafete)s? (?:es |son )?(?:obligatori[oa]s?|de la casa|del salon)\b/g,
      /\b(?:uso|usar|portar|vestir)(?: obligatorio)?(?: de| del| el| la)? (?:uniforme|filipina|gafete)\b/g,
      /\b(?:nuestra tecnica|nuestro metodo|nuestro protocolo|manual de (?:procedimientos|operacion|atencion)|protocolo de (?:servicio|atencion))\b/g,
      /\b(?:las|los) (?:clientas?|clientes?) son (?:del|de la|de nuestr[oa])\b/g,
      /\b(?:metas?|cuotas?) de ventas?\b/g,
    ],
  },
  {
    kind: 'shift',
    family: 'subordination',
    says: [
      /\bturnos? (?:fijos?|obligatorios?|completos?|matutinos?|vespertinos?|nocturnos?|rolad[oa]s?|de \d{1,2})\b/g,
      /\bhorarios? (?:fijos?|obligatorios?|de trabajo|laboral(?:es)?|de entrada)\b/g,
      /\b(?:jornada|tiempo completo|medio tiempo|dia de descanso|hora de comida|checador|retardos?)\b/g,
      /\b(?:checar|registrar) (?:tu |su )?(?:entrada|salida|asistencia)\b/g,
      /\b(?:asistencia|puntualidad) (?:es )?obligatoria\b/g,
      new RegExp(
        String.raw`\b(?:${must}|se trabaja|trabajaras|presentarte|presentarse)\b${near}\bde (?:lunes|martes|miercoles|jueves|viernes|sabado)s? a (?:viernes|sabado|domingo)s?\b`,
        'g',
      ),
      /\bminimo \d{1,2} (?:horas|dias) (?:a la semana|por semana|semanales)\b/g,
    ],
  },
  {
    kind: 'price',
    family: 'subordination',
    says: [
      /\b(?:precios?|tarifas?) (?:fij[oa]s?|obligatori[oa]s?|unic[oa]s?|establecid[oa]s?|autorizad[oa]s?)\b/g,
      /\b(?:nuestra |la )?lista de precios (?:de la casa|del salon|de(?:l)? negocio)\b/g,
      /\b(?:respetar|cobrar|aplicar|seguir) (?:nuestros|los) (?:precios|descuentos)\b(?: (?:de la casa|del salon|que ponemos))?/g,
      /\b(?:precios?|tarifas?) (?:que )?(?:fijamos|marcamos|ponemos|definimos|establecemos)\b/g,
      /\b(?:no )?(?:puedes?|podras?|pueden) cobrar (?:mas|menos)(?: de)?\b/g,
      /\b(?:cobraras|cobraran|se cobra|cobras) (?:lo que|el precio|los precios)\b/g,
    ],
  },
  {
    kind: 'pay',
    family: 'subordination',
    says: [
      /\b(?:salarios?|sueldos?|nomina|aguinaldo|prestaciones|finiquito|vacaciones pagadas|pago (?:quincenal|semanal) fijo|seguro social|imss)\b/g,
      /\b(?:buscamos|contratamos|se contrata|se solicita) (?:emplead[oa]s?|personal|trabajador[ae]?s?)\b/g,
      /\b(?:contrato laboral|relacion laboral|periodo de prueba pagado)\b/g,
    ],
  },
  {
    kind: 'exclusive',
    family: 'subordination',
    says: [
      /\bexclusividad\b/g,
      /\b(?:no (?:puedes?|podras?|se permite)|prohibido) (?:trabajar|atender|rentar)(?: \w+){0,2} (?:en|para|con) otr[oa]s?\b/g,
      /\b(?:solo|unicamente|exclusivamente) (?:puedes? |podras? )?(?:trabajas?|trabajar(?:as)?|atiendes?|atender(?:as)?) (?:aqui|con nosotr[oa]s|para nosotr[oa]s)\b/g,
      /\bno (?:puedes?|podras?) (?:llevarte|traer|atender) (?:a )?(?:tus |las |los )?(?:propi[oa]s )?client[ae]s\b/g,
    ],
  },
  {
    kind: 'sanction',
    family: 'subordination',
    says: [
      /\b(?:sancion(?:es|amos|ara)?|multas?|amonestacion(?:es)?|llamadas? de atencion|actas? administrativas?|suspension sin)\b/g,
      /\b(?:se te )?(?:descont(?:ara|aremos|amos)|descuenta) (?:de tu|a tu|por|el dia)\b/g,
      /\b(?:despedir|despido|dar de baja a quien)\b/g,
    ],
  },
  {
    kind: 'age',
    family: 'discrimination',
    says: [
      /\b(?:de )?(?:entre )?\d{2} (?:a|y) \d{2} anos\b(?! de experiencia)/g,
      /\b(?:hasta|maximo|no mayor(?:es)? de|menor(?:es)? de|mayor(?:es)? de|minimo) (?:los )?\d{2} anos\b(?! de experiencia)/g,
      /\bedad (?:maxima|minima|entre|de \d{2})\b/g,
      /\b(?:persona|gente|chic[oa]s?|equipo|solo|buscamos|busco) (?:muy )?jov(?:en|enes)\b/g,
      /\b(?:jovencit[oa]s?|recien salid[oa]s? de la escuela)\b/g,
    ],
  },
  {
    kind: 'sex',
    family: 'discrimination',
    says: [
      /\b(?:solo|solamente|unicamente|exclusivamente|preferentemente|preferible(?:mente)?|de preferencia) (?:para )?(?:mujer(?:es)?|hombres?|damas?|caballeros?|chic[oa]s?|muchach[oa]s?|senoritas?|femenin[oa]s?|masculin[oa]s?)\b/g,
      /\bsexo:? (?:femenino|masculino)\b/g,
      /\b(?:se )?(?:busca|busco|buscamos|solicita|solicito|solicitamos) (?:una |un |a )?(?:mujer(?:es)?|hombres?|chic[oa]s?|muchach[oa]s?|senoritas?|dama|caballero)\b/g,
    ],
  },
  {
    kind: 'looks',
    family: 'discrimination',
    says: [
      /\b(?:buena|excelente|impecable) (?:presencia|presentacion|apariencia|imagen)\b/g,
      /\b(?:bonit[oa]s?|guap[oa]s?|atractiv[oa]s?|delgad[oa]s?|esbelt[oa]s?|agraciad[oa]s?|simpatic[oa]s? y guap[oa]s?)\b/g,
      /\b(?:estatura|complexion|tez|talla \w+|sin tatuajes|foto de cuerpo)\b/g,
    ],
  },
  {
    kind: 'private_life',
    family: 'discrimination',
    says: [
      /\b(?:solter[oa]s?|casad[oa]s?|sin hijos|sin compromisos|estado civil|embaraza(?:da|das|do|rse)|prueba de embarazo|religion|vih)\b/g,
    ],
  },
]
