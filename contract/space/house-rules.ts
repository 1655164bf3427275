import * as z from 'zod/mini'

/** A host's comparable answers about the place: never about how a professional works in it. */
export const houseRules = {
  noise: {
    label: 'Ruido',
    options: { quiet: 'Se trabaja en silencio', normal: 'Conversación normal', lively: 'Ambiente animado' },
  },
  pets: {
    label: 'Mascotas',
    options: { no: 'Sin mascotas', small: 'Mascotas pequeñas', yes: 'Mascotas bienvenidas' },
  },
  smoking: { label: 'Fumar', options: { no: 'No se fuma', outside: 'Solo en el exterior' } },
  minors: {
    label: 'Menores',
    options: { no: 'Solo personas adultas', accompanied: 'Menores acompañados', yes: 'Menores bienvenidos' },
  },
  products: {
    label: 'Productos',
    options: {
      own: 'Cada quien trae los suyos',
      shared: 'Hay básicos de la casa',
      house: 'La casa pone los productos',
    },
  },
  waste: {
    label: 'Residuos',
    options: {
      house: 'La casa los recoge',
      separated: 'Se separan en los botes de la casa',
      own: 'Cada quien se lleva los suyos',
    },
  },
  music: {
    label: 'Música',
    options: { no: 'Sin música', house: 'La de la casa, a volumen bajo', own: 'Puedes poner la tuya' },
  },
  access: {
    label: 'Llaves y acceso',
    options: {
      reception: 'Te recibe la recepción',
      host: 'Te abre el anfitrión',
      code: 'Clave en la puerta',
      keys: 'Se entregan llaves',
    },
  },
} as const
export type HouseRule = keyof typeof houseRules

export const HouseRules = z.object({
  noise: z.optional(z.enum(['quiet', 'normal', 'lively'])),
  pets: z.optional(z.enum(['no', 'small', 'yes'])),
  smoking: z.optional(z.enum(['no', 'outside'])),
  minors: z.optional(z.enum(['no', 'accompanied', 'yes'])),
  products: z.optional(z.enum(['own', 'shared', 'house'])),
  waste: z.optional(z.enum(['house', 'separated', 'own'])),
  music: z.optional(z.enum(['no', 'house', 'own'])),
  access: z.optional(z.enum(['reception', 'host', 'code', 'keys'])),
})
export type HouseRules = z.output<typeof HouseRules>

const order = ['noise', 'pets', 'smoking', 'minors', 'products', 'waste', 'music', 'access'] as const
export const houseRuleNames: readonly HouseRule[] = order

/** The answers as texts, in the order of the list; unanswered rules are omitted. */
export const readRules = (rules: HouseRules): { rule: HouseRule; label: string; answer: string }[] =>
  order.flatMap((rule) => {
    const options: Readonly<Record<string, string>> = houseRules[rule].options
    const given = rules[rule]
    const answer = given === undefined ? undefined : options[given]
    return answer === undefined ? [] : [{ rule, label: houseRules[rule].label, answer }]
  })
