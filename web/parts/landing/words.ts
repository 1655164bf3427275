/** The texts of the landing page (spec §1, §2; product.md §2 row 9). Every marketing figure is here: fixed, not counted. */

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
    text: 'Hablas con quien te atiende antes y después de tu cita, sin salir de Kalli.',
  },
  { title: 'Reseñas comprobadas', text: 'Solo opina quien tuvo la cita. Ni una estrella de más.' },
] as const

export const tools = {
  professionals: [
    'Agenda que une tus horas con las del espacio',
    'Tus citas en tu calendario de Google',
    'Cobro con recibo explicado línea por línea',
    'Perfil público con tus horarios libres',
    'Reseñas solo de clientes reales',
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
    who: 'Cliente',
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

export const earnings = 'En promedio, 15,000 MXN al mes.'
