import type { Chapter } from '#web/parts/article/article.tsx'

/** The platform's terms, as the product works. A draft until a lawyer has reviewed it. */
export const terms: readonly Chapter[] = [
  {
    id: 'kalli',
    title: 'Qué es Kalli',
    blocks: [
      'Kalli es una plataforma que pone en contacto a tres partes: clientes que reservan, profesionales que prestan servicios y anfitriones que rentan espacios por hora o por uso. El servicio lo presta cada profesional; el espacio lo pone cada anfitrión. Kalli organiza la reserva, el cobro y el reparto.',
      'Al crear una cuenta o reservar aceptas estos términos y el [Aviso de privacidad](privacy). Debes ser mayor de edad y dar datos verdaderos. La razón social y el domicilio de quien opera Kalli se publicarán aquí antes de la apertura.',
    ],
  },
  {
    id: 'cuentas',
    title: 'Cuentas y verificación',
    blocks: [
      {
        list: [
          'Tu cuenta es personal. Cuida tu contraseña y avísanos si crees que alguien más la usa.',
          'La insignia dice qué se comprobó: nivel 1, teléfono; nivel 2, correo y teléfono; nivel 3, identidad biométrica. No certifica la calidad de un servicio.',
          'Quien presta servicios que exigen título, cédula, aviso o permiso declara tenerlos vigentes.',
        ],
      },
    ],
  },
  {
    id: 'precios',
    title: 'Precios y comisiones',
    blocks: [
      'Todos los precios están en pesos mexicanos con IVA incluido. El total que ves antes de pagar es lo que se cobra: al cliente no se le agrega comisión.',
      {
        facts: [
          ['Cliente', '0 %. Paga el precio del servicio.'],
          ['Profesional', '10 % del precio del servicio, con IVA incluido, sobre reservas confirmadas.'],
          ['Anfitrión', '5 % de la renta realmente cobrada, con IVA incluido.'],
          ['Renta del espacio', 'Se toma de la parte del profesional, no se suma al precio del cliente.'],
        ],
      },
      'Cuando la ley lo ordena, Kalli retiene ISR e IVA a quien cobra y lo muestra en su recibo. En [Comisiones](pricing) hay una calculadora con las reglas vigentes. La tarifa que se aplicó a una reserva no cambia después para ella.',
    ],
  },
  {
    id: 'reservas',
    title: 'Reservas',
    blocks: [
      {
        list: [
          'Un horario elegido queda apartado 10 minutos mientras pagas; si el banco pide un paso más, hasta 5 adicionales.',
          'La reserva queda firme cuando todas las partes que deben aceptar lo han hecho y el pago está autorizado. Antes de eso se muestra como solicitada, con la hora límite para responder.',
          'Una reserva firme toma a la vez la hora del profesional, del lugar y del cliente. Kalli no vende dos veces la misma hora.',
          'La dirección exacta y las indicaciones se entregan al confirmar.',
        ],
      },
    ],
  },
  {
    id: 'cancelaciones',
    title: 'Cambios y cancelaciones',
    blocks: [
      'Antes de cancelar siempre verás cuánto se devuelve; esa cotización es lo que se aplica. Cada servicio tiene una de estas políticas, y su hora límite (12 horas antes, salvo que el servicio diga otra):',
      {
        facts: [
          ['Libre', 'Sin costo, aunque sea tarde o no llegues.'],
          ['Flexible', 'Sin costo si cancelas antes de la hora; 10 % si no llegas.'],
          ['Justa', '10 % si cancelas tarde; 30 % si no llegas.'],
          ['Moderada', '30 % si cancelas tarde; 50 % si no llegas.'],
          ['Estricta', '50 % si cancelas tarde; 100 % si no llegas.'],
        ],
      },
      {
        list: [
          'Si la cita era a más de 48 horas, puedes arrepentirte sin costo durante las 24 horas siguientes a confirmarla.',
          'Si cancela el profesional o el anfitrión, se te devuelve el 100 %. Si el profesional cancela a menos de 24 horas o no llega, recibes además un crédito de $50.',
          'En contratos a distancia cuya fecha de servicio esté a más de 10 días hábiles, puedes cancelar con devolución total dentro de los 5 días hábiles siguientes, conforme al artículo 56 de la Ley Federal de Protección al Consumidor, sin importar la política.',
        ],
      },
      'Las rentas de espacios sin cliente siguen la política que cada espacio muestra en su página: Relajada, Normal o Firme.',
    ],
  },
  {
    id: 'pagos',
    title: 'Pagos y depósitos',
    blocks: [
      'El cobro lo hace un procesador de pagos. El dinero se reparte después del servicio: se libera 24 horas después de terminar para quien ya tiene verificación y trayectoria, y 72 horas después para cuentas nuevas. Una línea en desacuerdo se retiene hasta resolverse; el resto sigue su curso.',
    ],
  },
  {
    id: 'profesionales',
    title: 'Si eres profesional',
    blocks: [
      {
        list: [
          'Trabajas por tu cuenta. Tú decides servicios, precios y horarios; ni Kalli ni el anfitrión te dan órdenes sobre cómo trabajar.',
          'Respondes por la calidad y seguridad de tus servicios y por la información que publicas.',
          'No prometas curas ni resultados de salud que no puedas demostrar.',
        ],
      },
    ],
  },
  {
    id: 'anfitriones',
    title: 'Si eres anfitrión',
    blocks: [
      {
        list: [
          'Declaras tener derecho a rentar el espacio y los avisos o permisos que su giro exige.',
          'Tus reglas pueden ordenar el uso del lugar, no la forma de trabajar de quien lo renta.',
          'Entregas el espacio como se anuncia: limpio, seguro y a la hora.',
        ],
      },
    ],
  },
  {
    id: 'conducta',
    title: 'Reglas de convivencia',
    blocks: [
      {
        list: [
          'Trato digno, sin discriminación de ningún tipo.',
          'Reseñas sinceras, solo de quien tuvo la cita.',
          'Nada de suplantar a otras personas, evadir el pago dentro de Kalli ni usar los datos de alguien para otro fin.',
        ],
      },
      'Podemos pausar una cuenta que incumpla o ponga en riesgo a otras personas, explicando el motivo y escuchando a quien la tiene.',
    ],
  },
  {
    id: 'desacuerdos',
    title: 'Desacuerdos',
    blocks: [
      'Si algo salió mal, escríbenos por [Contacto](contact) dentro de las 48 horas siguientes al servicio, o de las 72 si hubo un daño al espacio. Escuchamos a las partes y resolvemos con las reglas de este documento.',
      'Siempre puedes acudir a la Procuraduría Federal del Consumidor (Profeco). Nada de lo escrito aquí limita los derechos que la ley te da como consumidora o consumidor.',
    ],
  },
  {
    id: 'responsabilidad',
    title: 'Responsabilidad',
    blocks: [
      'Kalli responde por el funcionamiento de la plataforma, de la reserva y del cobro. Cada profesional responde por su servicio y cada anfitrión por su espacio. Estos términos se rigen por las leyes de México.',
    ],
  },
  {
    id: 'cambios',
    title: 'Cambios a estos términos',
    blocks: [
      'Avisamos los cambios con anticipación, por correo y en esta página. Una reserva ya hecha conserva las condiciones con las que se hizo.',
    ],
  },
]
