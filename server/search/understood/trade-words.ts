/** Words of services in Mexico: category names, known words, and synonyms. Folded, in the singular. */
import { Category, SpaceType } from '#contract/professional/categories.ts'

/** Alone these mean the category itself. */
const categoryNames: Readonly<Record<Category, string>> = {
  beauty: 'belleza, cosmetologa, cosmetologo, cosmetologia, cosmiatra',
  hair: 'cabello, pelo, estilista, peluquera, peluquero',
  nails:
    'una, unita, manicurista, pone unas, poner unas, arreglo de unas, arreglar unas, arreglarme las unas, hacerme las unas, ponerme unas',
  massage: 'masaje, masajito, masajista, masoterapeuta, masoterapia, sobada, sobador, dar masaje, masajear',
  therapy: 'terapia, terapeuta, psicologo, psicologa, psicologia, psicoterapeuta, terapia psicologica',
  nutrition: 'nutricion, nutriologo, nutriologa, nutricionista, nutri, nutriologia',
  fitness: 'fitness, entrenador, entrenadora, entrenador personal, entrenadora personal, gym, gimnasio',
  yoga: 'yoga, instructor de yoga, instructora de yoga, maestra de yoga, maestro de yoga',
  meditation: 'meditacion, meditar, mindfulness',
  pilates: 'pilates, pilate, instructora de pilates, instructor de pilates',
  coaching: 'coaching, coach, sesion de coaching',
  health: 'salud',
  wellness: 'bienestar',
}
const spaceNames: Readonly<Record<SpaceType, string>> = {
  chair: 'silla, sillon, silla de corte, silla de barberia, silla de estilista',
  room: 'habitacion, cuarto',
  cabin: 'cabina, cabina de masaje, cabina de facial, cabina facial, cabina de spa',
  station: 'estacion, mesa, estacion de unas, mesa de unas, mesa de manicure',
  consulting_room: 'consultorio, consultorio medico',
  hall: 'sala, salon, sala de yoga, salon de yoga, salon de usos multiples',
}

/** One form for singular and plural: "masaje" and "masajes" are "masaj". */
export const singular = (word: string) => (word.length > 3 ? word.replace(/(es|s|e)$/, '') : word)

const by = <T extends string>(names: Readonly<Record<T, string>>, keys: readonly T[]) =>
  new Map(
    keys.flatMap((key) =>
      names[key].split(', ').map((name) => [name.split(' ').map(singular).join(' '), key] as const),
    ),
  )

export const categoryByName = by(categoryNames, Category.options)
export const spaceByName = by(spaceNames, SpaceType.options)

/** Synonyms of services that the index knows by another name. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['mani', 'manicure'],
  ['manicura', 'manicure'],
  ['manicur', 'manicure'],
  ['pedi', 'pedicure'],
  ['pedicura', 'pedicure'],
  ['pedicur', 'pedicure'],
  ['manipedi', 'manicure y pedicure'],
  ['fisio', 'fisioterapia'],
  ['gelis', 'gelish'],
  ['gel', 'gel'],
  ['depi', 'depilación'],
  ['maqui', 'maquillaje'],
])

/** Known names and qualifiers of services; any other word may be a name. */
export const knownWords = new Set(
  `acido acne acrilica acrilico acupuntura adolescente afeitado alaciado alisado ansiedad antiedad aromaterapia arreglo arrugas aumento ayurveda ayurvedico babylight balayage bano barba barbero barbera barberia bebe bob botox box brasilena
  brasileno brow bronceado caballero cabello cabina caida caliente canas capilar cara cardio carbon caricatura casa cauterizacion ceja celulitis cera chino clase clasico cognitivo color coloracion colorimetria columna completo conductual corporal correccion corte cortar
  corto cosmetica cuello cuenco cuerpo cuidado cuticula dama decoloracion decolorado degradado dentista dental depilacion depresion dermapen dermaplaning dermatologa dermatologo descontracturante desenredo diabetes dieta diseno dolor drenaje duelo efecto embarazo embarazada
  emprendimiento entrenamiento escultural escultor espalda especialista espuma esmaltado esmalte estetica estetico esteticista exfoliacion exfoliante express extension facial fade familia fantasia fibra fisico fisioterapeuta fisioterapia flequillo francesa frances fuerza funcional
  gelish grupal guiada habito hatha henna hidratacion hidratante hidrafacial hilo hipnosis hombre holistico holistica hot individual infantil ingles integral intensivo jabon keratina laminado laser lash lashista lavado largo lavar lesion liderazgo lifting limpieza linfatico luces madero madre
  maderoterapia manicure mano maquillaje maquillista maquina masaje mascarilla matrimonial mecha medicina medico mesoterapia metodo microblading micropigmentacion microdermoabrasion moldeador movilidad mujer nail navaja negro nino nina novia nuca nutricion nutricional ojo organico oxigenacion
  pareja parafina pedicure peinado peluqueria pelo permanente permanente personal peso pestana pie piedra piel pierna pigmento pilates planchado plancha plasma podal podologa podologo podologia ponerse posparto postnatal prenatal presoterapia profunda profundo progresivo psicoterapia
  psiquiatra punto puncion quiropractico quiropractica quiropraxia radiofrecuencia raiz rapado rasurado recogido reductivo reductor reflexologia reformer rehabilitacion reiki rejuvenecimiento relajante relajacion relleno remover respiracion restaurativo retiro retoque rizado rizo
  rodilla rubber rubio sauna secado sesion shiatsu social sonido soft spa spinning sueco sugar tailandes tailandesa tejido temazcal terapia terapeutico tinte tipo toalla tratamiento trenza tensional unas una vapor vegano vegetariana ventosa vientre vinyasa volumen yin yoga zumba
  clasica deportivo deportiva deportista ejercicio postura meditacion coaching nutriologo dermatologia cosmetologia boda graduacion fiesta evento quince xv anos valoracion consulta primera seguimiento plan perdida bajar subir ganar musculo adulto mayor adultos tercera edad craneosacral craneal cupping moxa
  ondulado ondas brush brushing blower highlights mechas rayitos diseno nailart decoracion rusa ruso semipermanente permanente polygel baby boomer press on encapsulada stiletto ballerina coffin almendra retirar quitar poner aplicacion bikini axila bigote ingle completas medias pierna pecho hombros pomulo
  ultrasonido cavitacion lipolaser moldeamiento suelo pelvico hipopresivo masculino femenino unisex economico sencillo natural organica vegana sensible grasa mixta seca mixto puntas capas desvanecido tijera perfilado perfilar cejas delineado delineador labios labio peeling mesoterapia vitamina quelacion suero suero
  sueros enzimas manchas melasma poros extraccion hidroterapia cranial prenatal lactancia doula parto duelo trauma emdr gestalt sistemica constelaciones tarot angeles cristales sonoterapia gong respiratorio breathwork enterrada encarnada enterrado encarnado`
    .split(/\s+/)
    .map(singular),
)

/** Filler words around the search. Longer ones first. */
export const fillers = `me gustaria agendar una cita para, me gustaria agendar una cita, me gustaria reservar, me gustaria agendar, me gustaria un, me gustaria, quisiera agendar una cita, quisiera agendar, quisiera reservar, quisiera ir a, quisiera, quiero agendar una cita con, quiero agendar una cita, quiero una cita con,
  quiero una cita de, quiero una cita para, quiero una cita, quiero agendar, quiero reservar, quiero hacerme, quiero ponerme, quiero ir a, quiero ir al, quiero que me, quiero, ando buscando, estoy buscando, busco a alguien que haga, busco quien haga, busco alguien que haga, busco alguien para, busco a alguien para, busco una cita para, busco, buscar, necesito una cita con, necesito una cita para, necesito una cita de, necesito una cita,
  necesito agendar, necesito que me, necesito hacerme, necesito ir al, necesito ir a, necesito, ocupo una cita, ocupo, agendar una cita con, agendar una cita de, agendar una cita para, agendar una cita, agendar cita con, agendar cita de, agendar cita para, agendar cita, agendar, agenda, reservar una cita, reservar cita, reservar, reserva, reservacion, apartar, cita con la, cita con el, cita con, cita de, cita para un, cita para una, cita para, cita,
  una cita con, una cita, hay, tienen disponible, tienen disponibilidad, tienen, tendran, tienes, alguien que haga, alguien que haga, alguien que ponga, alguien que, alguien para, quien haga, quien hace, quien haga, quien da, donde hacen, donde hay, donde puedo encontrar, donde, que haga, que hagan, que de, que tenga, por favor, porfavor, porfa, hola, buenas, disponible, disponibles, disponibilidad, con disponibilidad, con espacio,
  con lugar, abierto, abierta, abiertos, abiertas, libre, libres, lugar para, servicio de, servicios de, servicio, puede ser, podria ser, pudiera ser, que sea, que sean, ir al, ir a la, ir a, ir con, profesional de, profesionales de, profesional en, profesional, profesionales, especialista en, experta en, experto en, un buen, una buena, un, unos, unas buenas, me hagan, me haga, me hago, hacerme un, hacerme una, hacerme, hacerse, se hace, me pongan, darme un, para mi, para hoy, salon de, estudio de, para el, con cita, de preferencia, preferentemente, si se puede, si es posible, tambien, solo, solamente, como, con una, con un, con el, con la, con, mi, mis, el, la, los, las, para, por, en, de, del, a, al, que, y, o, una, e, u, su, sus, lo, pero, aunque, se, porque, muy, este, esta, -`
