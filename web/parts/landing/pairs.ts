/** Twelve professions, each with its kind of space; the headline rotates through them. Short enough for one line on a phone. */
export const pairs = [
  ['una estilista', 'un salón con luz'],
  ['un barbero', 'una barbería'],
  ['una manicurista', 'una mesa de uñas'],
  ['una maquillista', 'un tocador'],
  ['una cosmetóloga', 'una cabina'],
  ['un masajista', 'un spa tranquilo'],
  ['una psicóloga', 'un consultorio'],
  ['una nutrióloga', 'una clínica'],
  ['un entrenador', 'un gimnasio'],
  ['una guía de yoga', 'una sala de yoga'],
  ['una instructora', 'un estudio'],
  ['una coach', 'una sala serena'],
] as const
