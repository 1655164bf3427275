/** The words of the landing page (spec §1, §2; product.md §2 row 9). Figures here are told, not counted. */

/** Twelve professions, each at home in one of twelve kinds of space; the headline turns through them. Short enough for one line on a phone. */
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

export const benefits = [
  {
    title: 'Profesionales verificados',
    text: 'Identidad revisada por niveles: por SMS, por correo y biométrica. La insignia lo dice sin letras chicas.',
  },
  {
    title: 'Reserva al instante',
    text: 'Solo ves horarios en los que la persona y el lugar están libres de verdad. Eliges y queda.',
  },
  {
    title: 'Pagos seguros',
    text: 'Pagas una vez y ves a quién le llega cada peso. El dinero se reparte después del servicio.',
  },
  {
    title: 'Comunicación directa',
    text: 'Hablas con quien te atiende antes y después de tu cita, sin dar tu número.',
  },
  { title: 'Reseñas comprobadas', text: 'Solo opina quien tuvo la cita. Ni una estrella de más.' },
] as const

export const journeys = {
  professionals: {
    label: 'Para Profesionales',
    action: 'Empezar Como Profesional',
    steps: [
      {
        title: 'Regístrate y verifica',
        text: 'Crea tu perfil y confirma tu identidad para ganar la insignia.',
      },
      {
        title: 'Explora espacios',
        text: 'Encuentra sillas, cabinas y consultorios por hora cerca de tus clientas.',
      },
      { title: 'Postúlate', text: 'Pide trabajar en los espacios que te gustan y acuerda tu convenio.' },
      {
        title: 'Administra tu agenda',
        text: 'Tus horas y las del espacio se cuidan solas: nunca dos citas en el mismo lugar.',
      },
      {
        title: 'Recibe tus pagos',
        text: 'Al terminar el servicio el dinero se reparte, con cada línea explicada.',
      },
    ],
  },
  spaces: {
    label: 'Para Espacios',
    action: 'Publicar Mi Espacio',
    steps: [
      {
        title: 'Publica tu espacio',
        text: 'Fotos, unidades, horarios y precio por hora. Tú pones las reglas.',
      },
      { title: 'Recibe solicitudes', text: 'Profesionales con experiencia y documentos a la vista.' },
      { title: 'Aprueba profesionales', text: 'Un convenio por persona: tarifa, horarios y vigencia.' },
      { title: 'Monitorea la ocupación', text: 'Cada silla y cada cabina, hora por hora.' },
      { title: 'Genera ingresos', text: 'Cobras por el uso real, después de cada servicio.' },
    ],
  },
} as const

export const tools = {
  professionals: [
    'Agenda que une tus horas con las del espacio',
    'Cobro con recibo explicado línea por línea',
    'Perfil público con tus horarios libres',
    'Reseñas solo de clientas reales',
  ],
  spaces: [
    'Unidades numeradas: silla 1, cabina 2, consultorio 3',
    'Convenios con tarifa, horario y vigencia',
    'Uso e ingresos de cada día, por unidad',
    'Tiempo de limpieza entre una cita y otra',
  ],
} as const

export const commissions = [
  { who: 'Clientes', figure: '0%', text: 'Pagas el precio del servicio. Nada más.' },
  { who: 'Profesionales', figure: '10%', text: 'Solo sobre reservas confirmadas, sin cuotas fijas.' },
  { who: 'Espacios', figure: '5%', text: 'Solo sobre el uso real de tu espacio.' },
] as const
export const commissionCovers = [
  'Procesamiento de pagos',
  'Seguro',
  'Soporte 24/7',
  'Marketing',
  'Herramientas',
]

export const testimonials = [
  {
    text: 'Antes rentaba una silla todo el mes y la usaba tres días. Ahora pago las horas que trabajo y atiendo en dos colonias.',
    name: 'Mariana',
    who: 'Estilista',
  },
  {
    text: 'Mis cabinas vacías de la tarde se llenaron con terapeutas que yo aprobé. Veo el uso de cada una al momento.',
    name: 'Jorge',
    who: 'Dueño de un spa',
  },
  {
    text: 'Elegí un jueves a las siete y sí era a las siete. El recibo me dijo hasta cuánto le tocó al lugar.',
    name: 'Lucía',
    who: 'Clienta',
  },
] as const

export const statistics = [
  { figure: '2,500+', text: 'profesionales' },
  { figure: '450+', text: 'espacios' },
  { figure: '4.9', text: 'calificación promedio' },
  { figure: '98%', text: 'de satisfacción' },
  { figure: '$2.5M', text: 'procesados' },
  { figure: '85%', text: 'de ocupación promedio' },
] as const
