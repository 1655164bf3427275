/** Templates: one form of each category, in words that clients know. */
import type { Category } from '#contract/professional/categories.ts'
import type { FormInput, Question } from '#contract/booking/client/intake.ts'

type Line = Omit<Question, 'id'>
const line = (kind: Question['kind'], label: string, required = false, options: string[] = []): Line => ({
  kind,
  label,
  required,
  options,
})

const allergies = line(
  'long',
  'Alergias a productos, materiales o medicamentos. Si no tienes, escribe «ninguna».',
  true,
)
const medicines = line('long', 'Medicamentos que tomas ahora')
const alerting = (one: Line): Line => ({ ...one, alerts: true })
const pregnancy = alerting(line('yes_no', '¿Estás embarazada o podrías estarlo?'))
const emergency = line('short', 'A quién avisamos en una emergencia (nombre y teléfono)')
const conditions = (options: string[]) =>
  line('several', '¿Tienes o has tenido algo de esto?', false, options)
const goal = (options: string[]) => line('several', '¿Qué buscas?', true, options)
const truth = line('yes_no', 'Confirmo que lo que escribí es verdad y avisaré si algo cambia.', true)

const movement = (title: string): FormInput =>
  of(title, true, [
    goal(['Fuerza', 'Movilidad', 'Bajar de peso', 'Descanso', 'Recuperarme de una lesión']),
    line('one', 'Tu experiencia', true, ['Empiezo', 'Algo', 'Practico seguido']),
    line('long', 'Lesiones, cirugías o dolores que debamos cuidar'),
    conditions(['Presión alta', 'Problemas del corazón', 'Diabetes', 'Asma', 'Ninguno']),
    pregnancy,
    emergency,
    truth,
  ])

const of = (
  title: string,
  sensitive: boolean,
  lines: readonly Line[],
  timing: FormInput['timing'] = 'visit',
): FormInput => ({
  title,
  intro: '',
  sensitive,
  timing,
  questions: lines.map((one, index) => ({ ...one, id: `q${index + 1}` })),
})

export const formTemplates: Readonly<Record<Category, FormInput>> = {
  hair: of('Tu cabello', false, [
    line('several', '¿Qué le has hecho en el último año?', false, [
      'Tinte',
      'Decoloración',
      'Alaciado',
      'Permanente',
      'Nada',
    ]),
    line('one', 'Tu cabello es', true, ['Lacio', 'Ondulado', 'Rizado', 'Muy rizado']),
    line('date', 'Tu último color'),
    alerting(line('yes_no', '¿Te ha irritado algún tinte?', true)),
    line('long', '¿Cómo lo quieres?'),
  ]),
  beauty: of('Tu piel antes de empezar', true, [
    line('one', 'Tu piel es', true, ['Normal', 'Seca', 'Grasa', 'Mixta', 'Sensible']),
    allergies,
    line('several', '¿Usas algo de esto?', false, ['Retinol', 'Ácidos', 'Isotretinoína', 'Nada']),
    pregnancy,
    line('long', '¿Qué te gustaría cuidar?'),
  ]),
  nails: of('Tus uñas', true, [
    line('one', 'Hoy traes', true, ['Nada', 'Esmalte', 'Gel', 'Acrílico']),
    conditions(['Hongos', 'Uña encarnada', 'Diabetes', 'Ninguno']),
    allergies,
    line('long', 'El diseño que quieres'),
  ]),
  massage: of('Antes de tu masaje', true, [
    goal(['Relajarme', 'Aliviar dolor', 'Recuperarme del ejercicio']),
    line('one', 'Presión', true, ['Suave', 'Media', 'Firme']),
    line('long', 'Dónde te duele, y dónde no quieres que te toquen'),
    conditions(['Presión alta', 'Várices o trombosis', 'Cirugía reciente', 'Cáncer', 'Ninguno']),
    pregnancy,
    allergies,
    truth,
  ]),
  therapy: of('Para conocernos', true, [
    line('long', '¿Qué te trae a terapia?', true),
    line('yes_no', '¿Has ido a terapia antes?', true),
    medicines,
    emergency,
    line(
      'yes_no',
      'Sé que la terapia no sustituye una urgencia y que en una llamo al 911 o a la Línea de la Vida, 800 911 2000.',
      true,
    ),
  ]),
  nutrition: of('Tu historia', true, [
    goal(['Bajar de peso', 'Subir de masa', 'Comer mejor', 'Cuidar una condición']),
    line('date', 'Tu fecha de nacimiento', true),
    conditions(['Diabetes', 'Presión alta', 'Colesterol alto', 'Tiroides', 'Gastritis', 'Ninguno']),
    allergies,
    medicines,
    line('long', 'Un día normal de comidas'),
  ]),
  fitness: movement('Antes de entrenar'),
  yoga: movement('Antes de tu práctica'),
  meditation: of('Antes de tu sesión', true, [
    goal(['Dormir mejor', 'Bajar la ansiedad', 'Concentrarme', 'Curiosidad']),
    line('one', 'Tu experiencia', true, ['Empiezo', 'Algo', 'Practico seguido']),
    line('long', 'Algo que debamos cuidar'),
  ]),
  pilates: movement('Antes de tu clase'),
  coaching: of('Tu punto de partida', false, [
    line('long', '¿Qué quieres que cambie?', true),
    line('short', '¿Cómo sabrás que funcionó?'),
    line('long', '¿Qué has intentado ya?'),
  ]),
  health: of('Historia breve', true, [
    line('long', '¿Por qué vienes?', true),
    line('date', 'Tu fecha de nacimiento', true),
    conditions(['Diabetes', 'Presión alta', 'Problemas del corazón', 'Asma', 'Cirugía reciente', 'Ninguno']),
    allergies,
    medicines,
    pregnancy,
    emergency,
    truth,
  ]),
  wellness: of('Antes de tu sesión', true, [
    goal(['Relajarme', 'Dormir mejor', 'Aliviar dolor', 'Consentirme']),
    allergies,
    conditions(['Presión alta', 'Várices o trombosis', 'Epilepsia', 'Ninguno']),
    pregnancy,
  ]),
}

/** One question only. */
export const emptyForm: FormInput = of('', false, [line('short', '')])
