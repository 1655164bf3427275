/** Templates: five services of each category with duration, cleanup minutes and a price that is usual in a Mexican city. */
import type { AddOn } from '#contract/service/add-on.ts'
import type { Category } from '#contract/professional/categories.ts'

export type Template = {
  readonly name: string
  readonly durationMinutes: number
  readonly bufferAfterMinutes: number
  readonly priceCents: number
  readonly description: string
  /** Its options, the first of each group included in the price. */
  readonly options: readonly AddOn[]
}

const of = (
  name: string,
  durationMinutes: number,
  bufferAfterMinutes: number,
  pesos: number,
  description: string,
  options: readonly AddOn[] = [],
): Template => ({ name, durationMinutes, bufferAfterMinutes, priceCents: pesos * 100, description, options })

const choice = (
  group: string,
  ...options: readonly (readonly [name: string, pesos: number, minutes: number])[]
): AddOn[] =>
  options.map(([name, pesos, minutes]) => ({ id: 0, name, priceCents: pesos * 100, minutes, group }))

const hairLength = (
  medium: readonly [pesos: number, minutes: number],
  long: readonly [pesos: number, minutes: number],
) => choice('Largo de cabello', ['Corto', 0, 0], ['Medio', ...medium], ['Largo', ...long])

export const templates: Readonly<Record<Category, readonly Template[]>> = {
  hair: [
    of('Corte dama', 45, 10, 400, 'Lavado, corte y secado.', hairLength([80, 10], [150, 20])),
    of('Corte caballero', 30, 5, 250, 'Corte a tijera o máquina y acabado.'),
    of('Tinte de raíz', 90, 15, 850, 'Color en la raíz, lavado y secado.', hairLength([120, 15], [250, 30])),
    of(
      'Balayage',
      180,
      15,
      2200,
      'Decoloración a mano alzada, matiz y secado.',
      hairLength([400, 30], [800, 60]),
    ),
    of('Peinado para evento', 60, 10, 650, 'Ondas, recogido o semirrecogido.'),
  ],
  beauty: [
    of('Maquillaje social', 60, 10, 750, 'Preparación de piel y maquillaje completo.'),
    of('Diseño de ceja', 30, 5, 250, 'Medición, depilación y acabado.'),
    of('Lifting de pestañas', 60, 10, 600, 'Rizado con tratamiento y tinte.'),
    of('Limpieza facial', 60, 15, 650, 'Limpieza, extracción y mascarilla.'),
    of('Depilación de pierna completa', 50, 10, 550, 'Con cera, de pierna completa.'),
  ],
  nails: [
    of('Manicure', 45, 5, 220, 'Limado, cutícula y esmalte.'),
    of(
      'Gelish en manos',
      60,
      10,
      320,
      'Preparación y esmalte en gel.',
      choice('Diseño', ['Un tono', 0, 0], ['Francés', 60, 10], ['A mano alzada', 150, 30]),
    ),
    of(
      'Uñas acrílicas',
      120,
      15,
      650,
      'Aplicación completa con diseño sencillo.',
      choice('Largo de uña', ['Corto', 0, 0], ['Mediano', 80, 15], ['Largo', 160, 30]),
    ),
    of('Pedicure spa', 60, 15, 420, 'Exfoliación, hidratación y esmalte.'),
    of('Retiro y manicure', 60, 10, 300, 'Retiro de producto y manicure.'),
  ],
  massage: [
    of('Masaje relajante', 60, 15, 750, 'De cuerpo completo, presión suave.'),
    of('Masaje descontracturante', 60, 15, 850, 'Presión profunda en espalda y cuello.'),
    of('Masaje de espalda', 30, 10, 450, 'Espalda, hombros y cuello.'),
    of('Drenaje linfático', 75, 15, 900, 'Movimientos suaves para retención de líquidos.'),
    of('Masaje prenatal', 60, 15, 850, 'Para embarazo desde el segundo trimestre.'),
  ],
  therapy: [
    of('Primera sesión de terapia', 60, 10, 800, 'Para conocernos y acordar cómo trabajar.'),
    of('Sesión individual', 50, 10, 700, 'Seguimiento de tu proceso.'),
    of('Terapia de pareja', 80, 10, 1100, 'Sesión para los dos.'),
    of('Terapia familiar', 80, 10, 1200, 'Sesión con tu familia.'),
    of('Sesión de seguimiento breve', 30, 10, 450, 'Para un tema puntual.'),
  ],
  nutrition: [
    of('Primera consulta de nutrición', 60, 10, 800, 'Historia, medidas y plan.'),
    of('Consulta de seguimiento', 40, 10, 550, 'Medidas y ajuste del plan.'),
    of('Nutrición deportiva', 60, 10, 900, 'Plan según tu entrenamiento.'),
    of('Composición corporal', 30, 5, 400, 'Medición y lectura de resultados.'),
    of('Nutrición infantil', 50, 10, 700, 'Para niñas y niños, con su familia.'),
  ],
  fitness: [
    of('Entrenamiento personal', 60, 10, 450, 'Sesión uno a uno.'),
    of('Evaluación física', 45, 10, 400, 'Movilidad, fuerza y plan de inicio.'),
    of('Entrenamiento funcional', 50, 10, 380, 'Circuito de fuerza y resistencia.'),
    of('Entrenamiento en pareja', 60, 10, 650, 'Para dos personas.'),
    of('Movilidad y estiramiento', 40, 5, 320, 'Para recuperar y prevenir.'),
  ],
  yoga: [
    of('Clase privada de yoga', 60, 10, 500, 'A tu nivel y ritmo.'),
    of('Yoga restaurativo', 75, 10, 550, 'Posturas sostenidas y descanso.'),
    of('Yoga prenatal', 60, 10, 520, 'Para embarazo, con adaptaciones.'),
    of('Vinyasa', 60, 10, 480, 'Secuencia fluida y respiración.'),
    of('Yoga para principiantes', 60, 10, 450, 'Bases de postura y respiración.'),
  ],
  meditation: [
    of('Meditación guiada', 45, 10, 350, 'Sesión uno a uno.'),
    of('Iniciación a la meditación', 60, 10, 450, 'Para empezar desde cero.'),
    of('Respiración consciente', 40, 5, 350, 'Técnicas para bajar la tensión.'),
    of('Meditación con cuencos', 60, 15, 600, 'Sonido y descanso profundo.'),
    of('Mindfulness para el trabajo', 45, 5, 450, 'Práctica breve y aplicable.'),
  ],
  pilates: [
    of('Pilates reformer', 55, 5, 550, 'Sesión individual en aparato.'),
    of('Pilates de piso', 55, 5, 400, 'Sesión individual en colchoneta.'),
    of('Evaluación de postura', 45, 10, 450, 'Revisión y plan de trabajo.'),
    of('Pilates prenatal', 50, 10, 520, 'Para embarazo, con adaptaciones.'),
    of('Pilates en pareja', 55, 5, 750, 'Para dos personas.'),
  ],
  coaching: [
    of('Sesión de descubrimiento', 45, 10, 500, 'Para definir tu objetivo.'),
    of('Sesión de coaching', 60, 10, 900, 'Avance y siguientes pasos.'),
    of('Coaching de carrera', 60, 10, 1000, 'Cambio, entrevista o crecimiento.'),
    of('Coaching ejecutivo', 75, 10, 1500, 'Liderazgo y decisiones.'),
    of('Sesión de seguimiento', 30, 10, 500, 'Revisión de compromisos.'),
  ],
  health: [
    of('Consulta general', 30, 10, 600, 'Valoración e indicaciones.'),
    of('Fisioterapia', 50, 10, 700, 'Valoración y tratamiento.'),
    of('Podología', 45, 15, 550, 'Revisión y tratamiento de pies.'),
    of('Consulta de seguimiento', 20, 10, 400, 'Revisión de tu evolución.'),
    of('Terapia de rehabilitación', 60, 10, 750, 'Ejercicio y técnica manual.'),
  ],
  wellness: [
    of('Reiki', 60, 15, 600, 'Sesión individual.'),
    of('Aromaterapia', 50, 15, 650, 'Masaje suave con aceites.'),
    of('Exfoliación corporal', 45, 15, 600, 'De cuerpo completo.'),
    of('Reflexología', 45, 10, 500, 'Puntos en pies y manos.'),
    of('Terapia de piedras calientes', 75, 15, 950, 'Calor y masaje relajante.'),
  ],
}
