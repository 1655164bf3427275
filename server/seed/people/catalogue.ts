import type { Category, SpaceType } from '#contract/professional/categories.ts'
import type { Phase } from '#contract/service/phases.ts'

/** A service of a category: its duration and its price in pesos in a Mexican city. */
export type Offer = {
  name: string
  minutes: number
  /** Lowest and highest price, in whole pesos. */
  pesos: readonly [number, number]
  prepare?: number
  clean?: number
  text: string
  /** Its phases, for professionals who work in phases; their minutes add up to its duration. */
  phases?: readonly Phase[]
  /** Add-ons, in whole pesos. */
  addOns?: readonly { name: string; pesos: number; minutes: number; group?: string }[]
}

export type Trade = {
  title: string
  titleMale?: string
  specialties: readonly string[]
  spaceTypes: readonly SpaceType[]
  /** How common the trade is in the demo data. */
  weight: number
  women: number
  offers: readonly Offer[]
  bios: readonly string[]
}

export const trades: Readonly<Record<Category, Trade>> = {
  hair: {
    title: 'Estilista',
    spaceTypes: ['chair', 'station'],
    weight: 20,
    women: 0.72,
    specialties: [
      'Balayage',
      'Colorimetría',
      'Corte clásico',
      'Rizos',
      'Alaciado',
      'Peinado de novia',
      'Barbería',
      'Extensiones',
      'Canas',
    ],
    offers: [
      {
        name: 'Corte dama',
        minutes: 45,
        pesos: [250, 650],
        clean: 10,
        text: 'Diagnóstico, lavado, corte y secado.',
        addOns: [
          { name: 'Masaje capilar', pesos: 90, minutes: 10 },
          { name: 'Ampolleta de hidratación', pesos: 120, minutes: 0 },
        ],
      },
      {
        name: 'Corte caballero',
        minutes: 30,
        pesos: [150, 380],
        clean: 5,
        text: 'Corte a tijera o máquina, con acabado a navaja.',
      },
      {
        name: 'Tinte de raíz',
        minutes: 90,
        pesos: [550, 1200],
        prepare: 5,
        clean: 10,
        text: 'Retoque de hasta tres centímetros con lavado y secado.',
        phases: [
          { kind: 'hands', minutes: 30 },
          { kind: 'process', minutes: 35 },
          { kind: 'finish', minutes: 25 },
        ],
      },
      {
        name: 'Balayage',
        minutes: 180,
        pesos: [1800, 3900],
        prepare: 10,
        clean: 15,
        text: 'Aclarado a mano alzada, matiz y tratamiento.',
        phases: [
          { kind: 'prep', minutes: 10 },
          { kind: 'hands', minutes: 70 },
          { kind: 'process', minutes: 45 },
          { kind: 'hands', minutes: 25 },
          { kind: 'finish', minutes: 30 },
        ],
        addOns: [
          { name: 'Corto', pesos: 0, minutes: 0, group: 'Largo de cabello' },
          { name: 'Medio', pesos: 400, minutes: 30, group: 'Largo de cabello' },
          { name: 'Largo', pesos: 800, minutes: 60, group: 'Largo de cabello' },
          { name: 'Protector de enlaces', pesos: 350, minutes: 15 },
        ],
      },
      {
        name: 'Peinado para evento',
        minutes: 60,
        pesos: [450, 1100],
        clean: 5,
        text: 'Ondas, recogido o trenzas para tu evento.',
      },
      {
        name: 'Corte y arreglo de barba',
        minutes: 60,
        pesos: [280, 550],
        clean: 5,
        text: 'Corte, perfilado de barba y toalla caliente.',
      },
      {
        name: 'Tratamiento de hidratación',
        minutes: 60,
        pesos: [400, 950],
        clean: 10,
        text: 'Mascarilla profunda según tu tipo de cabello.',
      },
    ],
    bios: [
      'Trabajo el color a partir de tu tono de piel y de cómo vives tu cabello.',
      'Cortes que se acomodan solos en casa, sin horas de secadora.',
      'Especialista en rizos mexicanos: definir sin maltratar.',
      'Barbería de la de antes con técnica de hoy.',
    ],
  },
  nails: {
    title: 'Manicurista',
    spaceTypes: ['station'],
    weight: 14,
    women: 0.95,
    specialties: ['Gelish', 'Acrílico', 'Nail art', 'Pedicure spa', 'Rubber', 'Uñas esculpidas'],
    offers: [
      {
        name: 'Manicure con gelish',
        minutes: 60,
        pesos: [180, 380],
        clean: 5,
        text: 'Limpieza, cutícula y esmaltado en gel.',
      },
      {
        name: 'Pedicure spa',
        minutes: 60,
        pesos: [280, 520],
        clean: 10,
        text: 'Exfoliación, hidratación, cutícula y esmalte.',
      },
      {
        name: 'Uñas acrílicas',
        minutes: 120,
        pesos: [380, 850],
        clean: 10,
        text: 'Aplicación completa con el largo que elijas.',
        addOns: [
          { name: 'Cortas', pesos: 0, minutes: 0, group: 'Largo de uña' },
          { name: 'Medianas', pesos: 80, minutes: 15, group: 'Largo de uña' },
          { name: 'Largas', pesos: 160, minutes: 30, group: 'Largo de uña' },
        ],
      },
      {
        name: 'Retoque de acrílico',
        minutes: 90,
        pesos: [280, 550],
        clean: 10,
        text: 'Relleno, forma y esmaltado.',
      },
      {
        name: 'Diseño a mano',
        minutes: 90,
        pesos: [450, 900],
        clean: 10,
        text: 'Nail art pintado a mano en las diez uñas.',
      },
    ],
    bios: [
      'Uñas sanas primero, bonitas después.',
      'Diseños pintados a mano; mándame tu idea y la aterrizamos.',
      'Instrumental esterilizado en cada cita, sin excepción.',
    ],
  },
  beauty: {
    title: 'Cosmetóloga',
    titleMale: 'Cosmetólogo',
    spaceTypes: ['cabin', 'room'],
    weight: 13,
    women: 0.9,
    specialties: [
      'Faciales',
      'Dermaplaning',
      'Cejas',
      'Pestañas',
      'Maquillaje',
      'Depilación',
      'Piel sensible',
    ],
    offers: [
      {
        name: 'Facial de limpieza profunda',
        minutes: 75,
        pesos: [550, 1100],
        prepare: 5,
        clean: 10,
        text: 'Vapor, extracción, mascarilla y protección solar.',
      },
      {
        name: 'Diseño de ceja',
        minutes: 30,
        pesos: [150, 350],
        clean: 5,
        text: 'Visagismo, depilación con hilo o cera.',
      },
      {
        name: 'Lifting de pestañas',
        minutes: 60,
        pesos: [380, 750],
        clean: 5,
        text: 'Rizado y tinte que dura hasta seis semanas.',
      },
      {
        name: 'Maquillaje social',
        minutes: 75,
        pesos: [650, 1500],
        clean: 5,
        text: 'Piel preparada y maquillaje de larga duración.',
      },
      {
        name: 'Depilación con cera',
        minutes: 45,
        pesos: [250, 600],
        clean: 10,
        text: 'Cera tibia para piel sensible.',
      },
    ],
    bios: [
      'Mi cabina huele a lavanda y tu piel sale respirando.',
      'Rutinas sencillas que sí se siguen en casa.',
      'Atiendo piel sensible y con acné, con paciencia y sin dolor.',
    ],
  },
  massage: {
    title: 'Masoterapeuta',
    spaceTypes: ['cabin', 'room'],
    weight: 11,
    women: 0.62,
    specialties: [
      'Relajante',
      'Descontracturante',
      'Deportivo',
      'Prenatal',
      'Drenaje linfático',
      'Piedras calientes',
    ],
    offers: [
      {
        name: 'Masaje relajante',
        minutes: 60,
        pesos: [500, 1100],
        prepare: 5,
        clean: 15,
        text: 'Cuerpo completo con aceites tibios.',
      },
      {
        name: 'Masaje descontracturante',
        minutes: 60,
        pesos: [600, 1250],
        prepare: 5,
        clean: 15,
        text: 'Presión profunda en espalda, cuello y piernas.',
      },
      {
        name: 'Masaje deportivo',
        minutes: 50,
        pesos: [550, 1200],
        clean: 10,
        text: 'Antes o después de entrenar.',
      },
      {
        name: 'Drenaje linfático',
        minutes: 90,
        pesos: [750, 1500],
        prepare: 5,
        clean: 15,
        text: 'Ritmo suave que ayuda a desinflamar.',
      },
      {
        name: 'Masaje con piedras calientes',
        minutes: 90,
        pesos: [850, 1700],
        prepare: 10,
        clean: 15,
        text: 'Basalto tibio y aromaterapia.',
      },
    ],
    bios: [
      'Escucho primero dónde te duele y qué haces todo el día.',
      'Presión justa: que descanse el músculo sin que lo pelees.',
      'Fisiología y manos tibias; sin prisa.',
    ],
  },
  therapy: {
    title: 'Psicoterapeuta',
    spaceTypes: ['consulting_room', 'room'],
    weight: 8,
    women: 0.7,
    specialties: ['Ansiedad', 'Duelo', 'Pareja', 'Adolescentes', 'Terapia breve', 'Cognitivo conductual'],
    offers: [
      {
        name: 'Primera sesión',
        minutes: 60,
        pesos: [500, 1100],
        text: 'Conocernos, contar qué pasa y acordar cómo seguir.',
      },
      {
        name: 'Terapia individual',
        minutes: 50,
        pesos: [600, 1300],
        clean: 10,
        text: 'Sesión de seguimiento.',
      },
      {
        name: 'Terapia de pareja',
        minutes: 80,
        pesos: [900, 1800],
        clean: 10,
        text: 'Un espacio neutral para los dos.',
      },
    ],
    bios: [
      'Un lugar tranquilo para decir lo que en otros lados no cabe.',
      'Trabajo con metas claras y revisamos el avance cada mes.',
    ],
  },
  nutrition: {
    title: 'Nutrióloga',
    titleMale: 'Nutriólogo',
    spaceTypes: ['consulting_room'],
    weight: 6,
    women: 0.78,
    specialties: ['Clínica', 'Deportiva', 'Embarazo', 'Diabetes', 'Vegetariana', 'Infantil'],
    offers: [
      {
        name: 'Consulta de nutrición',
        minutes: 60,
        pesos: [450, 900],
        clean: 5,
        text: 'Historia, mediciones y plan con comida de mercado.',
      },
      {
        name: 'Seguimiento',
        minutes: 30,
        pesos: [300, 600],
        clean: 5,
        text: 'Revisión de avances y ajustes.',
      },
      {
        name: 'Plan para deportistas',
        minutes: 60,
        pesos: [600, 1200],
        clean: 5,
        text: 'Alimentación según tus entrenamientos.',
      },
    ],
    bios: ['Planes con tortilla, frijol y lo que hay en tu mercado.', 'Nada prohibido, todo en su medida.'],
  },
  fitness: {
    title: 'Entrenadora',
    titleMale: 'Entrenador',
    spaceTypes: ['hall', 'room'],
    weight: 7,
    women: 0.5,
    specialties: ['Fuerza', 'Funcional', 'Pérdida de peso', 'Adultos mayores', 'Movilidad', 'Box'],
    offers: [
      {
        name: 'Entrenamiento personal',
        minutes: 60,
        pesos: [300, 750],
        clean: 5,
        text: 'Sesión uno a uno con plan y registro.',
      },
      {
        name: 'Valoración física',
        minutes: 45,
        pesos: [350, 700],
        clean: 5,
        text: 'Movilidad, fuerza y objetivos.',
      },
      {
        name: 'Entrenamiento en pareja',
        minutes: 60,
        pesos: [450, 950],
        clean: 5,
        text: 'Para dos personas que se animan juntas.',
      },
    ],
    bios: [
      'Fuerza para cargar el súper y subir escaleras sin pensarlo.',
      'Entrenamos corto, constante y con buena técnica.',
    ],
  },
  yoga: {
    title: 'Maestra de yoga',
    titleMale: 'Maestro de yoga',
    spaceTypes: ['hall'],
    weight: 5,
    women: 0.75,
    specialties: ['Hatha', 'Vinyasa', 'Yin', 'Prenatal', 'Restaurativo'],
    offers: [
      {
        name: 'Clase privada de yoga',
        minutes: 60,
        pesos: [350, 800],
        clean: 10,
        text: 'A tu ritmo, con ajustes y respiración.',
      },
      {
        name: 'Yoga prenatal',
        minutes: 60,
        pesos: [400, 850],
        clean: 10,
        text: 'Para el segundo y tercer trimestre.',
      },
      {
        name: 'Yoga restaurativo',
        minutes: 75,
        pesos: [400, 900],
        clean: 10,
        text: 'Posturas sostenidas con cojines y mantas.',
      },
    ],
    bios: ['Clases suaves para cuerpos reales.', 'Respirar, estirar, soltar; en ese orden.'],
  },
  meditation: {
    title: 'Guía de meditación',
    spaceTypes: ['hall', 'room'],
    weight: 3,
    women: 0.65,
    specialties: ['Atención plena', 'Sueño', 'Cuencos', 'Respiración'],
    offers: [
      {
        name: 'Meditación guiada',
        minutes: 45,
        pesos: [250, 600],
        clean: 5,
        text: 'Sesión individual de atención plena.',
      },
      {
        name: 'Baño de sonido',
        minutes: 60,
        pesos: [400, 900],
        prepare: 10,
        clean: 10,
        text: 'Cuencos y gongs para descansar.',
      },
    ],
    bios: ['Diez minutos de silencio al día cambian una semana.'],
  },
  pilates: {
    title: 'Instructora de pilates',
    titleMale: 'Instructor de pilates',
    spaceTypes: ['hall'],
    weight: 4,
    women: 0.85,
    specialties: ['Mat', 'Reformer', 'Posparto', 'Espalda sana'],
    offers: [
      {
        name: 'Pilates individual',
        minutes: 55,
        pesos: [380, 850],
        clean: 5,
        text: 'Mat o reformer con atención a tu espalda.',
      },
      {
        name: 'Pilates posparto',
        minutes: 55,
        pesos: [420, 900],
        clean: 5,
        text: 'Recuperar abdomen y suelo pélvico con calma.',
      },
    ],
    bios: ['Espalda sana y centro fuerte, sin impacto.'],
  },
  coaching: {
    title: 'Coach',
    spaceTypes: ['consulting_room', 'room'],
    weight: 3,
    women: 0.55,
    specialties: ['Carrera', 'Hábitos', 'Liderazgo', 'Emprendimiento'],
    offers: [
      {
        name: 'Sesión de coaching',
        minutes: 60,
        pesos: [500, 1400],
        text: 'Un objetivo, un plan, una fecha.',
      },
      {
        name: 'Revisión de proyecto',
        minutes: 90,
        pesos: [800, 1900],
        text: 'Ordenar ideas y números de tu negocio.',
      },
    ],
    bios: ['Preguntas incómodas y acuerdos que se cumplen.'],
  },
  health: {
    title: 'Fisioterapeuta',
    spaceTypes: ['consulting_room', 'cabin'],
    weight: 4,
    women: 0.58,
    specialties: ['Rehabilitación', 'Columna', 'Rodilla', 'Lesiones deportivas', 'Punción seca'],
    offers: [
      {
        name: 'Valoración de fisioterapia',
        minutes: 60,
        pesos: [450, 950],
        clean: 10,
        text: 'Exploración, diagnóstico funcional y plan.',
      },
      {
        name: 'Sesión de rehabilitación',
        minutes: 50,
        pesos: [400, 850],
        clean: 10,
        text: 'Terapia manual, ejercicio y electroterapia.',
      },
    ],
    bios: ['Que vuelvas a correr, a cargar o simplemente a dormir sin dolor.'],
  },
  wellness: {
    title: 'Terapeuta holística',
    titleMale: 'Terapeuta holístico',
    spaceTypes: ['cabin', 'room'],
    weight: 2,
    women: 0.8,
    specialties: ['Reiki', 'Aromaterapia', 'Reflexología', 'Temazcal'],
    offers: [
      {
        name: 'Reflexología podal',
        minutes: 50,
        pesos: [350, 750],
        clean: 10,
        text: 'Presión en los pies para descansar todo el cuerpo.',
      },
      {
        name: 'Sesión de reiki',
        minutes: 60,
        pesos: [400, 850],
        clean: 10,
        text: 'Quietud, manos y respiración.',
      },
    ],
    bios: ['Tradición de la abuela con orden y limpieza de consultorio.'],
  },
}

/** Rent per hour in pesos, and the name of a place of that type. */
export const rents: Readonly<
  Record<
    SpaceType,
    {
      pesos: readonly [number, number]
      names: readonly string[]
      units: readonly [number, number]
      unitName: string
    }
  >
> = {
  chair: {
    pesos: [60, 140],
    units: [2, 8],
    unitName: 'Silla',
    names: ['Sillas junto a la ventana', 'Sillas del salón principal', 'Sillas de barbería'],
  },
  station: {
    pesos: [50, 110],
    units: [2, 6],
    unitName: 'Estación',
    names: ['Estaciones de manicure', 'Barra de uñas', 'Estaciones con luz de día'],
  },
  cabin: {
    pesos: [110, 230],
    units: [1, 4],
    unitName: 'Cabina',
    names: ['Cabinas de masaje', 'Cabina de faciales', 'Cabinas con regadera'],
  },
  room: {
    pesos: [100, 210],
    units: [1, 3],
    unitName: 'Habitación',
    names: ['Habitación tranquila', 'Habitación con jardín', 'Habitación de usos múltiples'],
  },
  consulting_room: {
    pesos: [120, 260],
    units: [1, 5],
    unitName: 'Consultorio',
    names: ['Consultorios', 'Consultorio con sala de espera', 'Consultorio luminoso'],
  },
  hall: {
    pesos: [150, 360],
    units: [1, 2],
    unitName: 'Sala',
    names: ['Sala de duela', 'Sala con espejos', 'Sala de la terraza'],
  },
}

/** What clients write, by their rating. */
export const reviewTexts: Readonly<Record<5 | 4 | 3, readonly string[]>> = {
  5: [
    'Puntual, amable y el resultado quedó mejor que en la foto.',
    'Salí como nueva. Ya aparté la siguiente.',
    'Explica todo lo que hace y no te vende de más.',
    'El lugar impecable y la atención de diez.',
    'Llevaba años buscando a alguien así.',
    'Me atendió sin prisa y se nota que le gusta lo que hace.',
    'Súper recomendable, volveré con mi mamá.',
    'Exactamente lo que pedí.',
    'Manos de ángel.',
    'Todo limpio, todo a tiempo, todo claro con el precio.',
  ],
  4: [
    'Muy bien, aunque empezamos diez minutos tarde.',
    'Buen trabajo; el lugar es pequeño pero cómodo.',
    'Me gustó mucho, solo faltó música más tranquila.',
    'Quedé contenta. El estacionamiento cuesta.',
  ],
  3: ['Cumplió, pero esperaba un poco más de detalle.', 'Bien en general; tuve que pedir un retoque.'],
}
/** What professionals write about a space. */
export const spaceReviewTexts: Readonly<Record<5 | 4 | 3, readonly string[]>> = {
  5: [
    'Buena luz, buena silla y nadie te apura.',
    'Siempre limpio al llegar.',
    'Mis clientes llegan fácil y el anfitrión contesta rápido.',
    'Todo funciona: agua caliente, internet, aire.',
  ],
  4: ['Muy bien ubicado; a veces falta lugar para estacionarse.', 'Cómodo. La recepción cierra temprano.'],
  3: ['Correcto por el precio.'],
}
