import type { Chapter } from '#web/parts/article/article.tsx'

/** The privacy notice, under the federal law of 2025 (product.md §9). A draft until a lawyer has reviewed it. */
export const privacy: readonly Chapter[] = [
  {
    id: 'resumen',
    title: 'En pocas palabras',
    blocks: [
      {
        list: [
          'Usamos tus datos para que puedas reservar, trabajar, rentar y cobrar. Para nada más, salvo que lo aceptes.',
          'No vendemos datos personales.',
          'Cada parte de una cita ve solo lo que necesita: el anfitrión ve horarios y tu nombre de pila, nunca tu teléfono ni tu correo.',
          'La dirección exacta de un espacio se muestra solo a quien tiene una reserva confirmada ahí.',
          'La dirección de tu casa, si pides una cita a domicilio, la ve solo quien te atiende y solo cuando la cita está confirmada.',
          'Puedes pedir tus datos, corregirlos, cancelarlos u oponerte a su uso cuando quieras, sin costo.',
        ],
      },
    ],
  },
  {
    id: 'responsable',
    title: 'Quién es responsable',
    blocks: [
      'El responsable del tratamiento es la persona o empresa que opera Kalli en México. Su razón social, su RFC y su domicilio para oír y recibir notificaciones se publicarán en este apartado antes de la apertura.',
      'Para todo lo relacionado con tus datos, escríbenos por [Contacto](contact) y elige «Privacidad y mis datos».',
      'Este aviso sigue la Ley Federal de Protección de Datos Personales en Posesión de los Particulares vigente desde el 21 de marzo de 2025. La autoridad en la materia es la Secretaría Anticorrupción y Buen Gobierno.',
    ],
  },
  {
    id: 'datos',
    title: 'Qué datos tratamos',
    blocks: [
      {
        facts: [
          ['Identificación y contacto', 'Nombre, apellidos, correo y, si lo das, teléfono y fotografía.'],
          ['Perfil profesional', 'Servicios, precios, especialidades, experiencia, zona y horarios.'],
          ['Espacios', 'Nombre, fotografías, dirección, horarios, precios y reglas.'],
          ['Reservas', 'Qué, cuándo y dónde; cambios, cancelaciones, llegada y salida; reseñas.'],
          [
            'Ubicación',
            'Solo si atiendes y eliges registrar así tu llegada: tu equipo la dice una vez, se compara con el lugar y se olvida. Guardamos a cuántos metros estabas y con qué precisión, nunca dónde.',
          ],
          [
            'Domicilio',
            'Solo para citas a domicilio: calle, colonia y cómo llegar. Si no reservas, se borra en una semana.',
          ],
          [
            'Pagos',
            'Importes, comisiones, retenciones y los últimos cuatro dígitos de la tarjeta; de la que pides guardar, también la marca y cuándo vence. El número completo lo recibe el procesador de pagos; Kalli no lo guarda.',
          ],
          ['Fiscales', 'Régimen y, cuando corresponda, RFC de quien cobra.'],
          ['Verificación', 'El resultado de comprobar tu correo, tu teléfono o tu identidad.'],
          ['Técnicos', 'Dirección de internet, navegador y fecha de tus sesiones, para proteger tu cuenta.'],
        ],
      },
      'Datos sensibles: la verificación biométrica y las respuestas a cuestionarios de salud son datos personales sensibles. Solo se tratan con tu consentimiento expreso, dado en el momento. Las respuestas de salud se guardan cifradas y aparte, solo las lee quien te atiende, cada lectura queda a tu vista en Configuración y se borran un año después de la cita, o antes si tú las borras. La comparación biométrica la hace un proveedor especializado y Kalli recibe únicamente el resultado. Sin ese consentimiento puedes seguir usando Kalli, con un nivel de verificación menor.',
    ],
  },
  {
    id: 'finalidades',
    title: 'Para qué los usamos',
    blocks: [
      'Finalidades necesarias, sin las cuales no podemos darte el servicio:',
      {
        list: [
          'Crear y proteger tu cuenta.',
          'Mostrar perfiles y espacios públicos, y gestionar reservas, cambios y cancelaciones.',
          'Cobrar, repartir el dinero, devolverlo y dar a cada parte su recibo.',
          'Cumplir obligaciones fiscales, como la retención de impuestos a quien vende por plataformas.',
          'Verificar identidades y prevenir fraudes.',
          'Atender tus mensajes y resolver desacuerdos.',
        ],
      },
      'Finalidades voluntarias, a las que puedes negarte desde [Configuración](settings) sin que cambie el servicio:',
      {
        list: [
          'Avisarte de espacios o profesionales que pueden interesarte.',
          'Medir, de forma agregada, qué partes de Kalli se usan.',
        ],
      },
    ],
  },
  {
    id: 'comparte',
    title: 'Con quién se comparten',
    blocks: [
      {
        facts: [
          [
            'Con la otra parte de tu cita',
            'Solo lo necesario para que ocurra: nombre, servicio, hora y lugar.',
          ],
          ['Procesador de pagos', 'Para cobrar, devolver y depositar.'],
          ['Verificación de identidad', 'Para comprobar que eres tú, cuando lo pides.'],
          ['Envío de correos y mensajes', 'Para códigos y avisos.'],
          [
            'Mapas',
            'Al abrir un mapa, tu navegador pide las calles al servidor de mapas que usa este sitio, que ve tu dirección de internet y la zona que miras. Mientras no abres ninguno, no se le pide nada.',
          ],
          [
            'Búsqueda de direcciones',
            'Si publicas un espacio o recibes en un lugar tuyo, la dirección que escribes puede enviarse a un buscador de direcciones para poner el pin en el mapa. No se le dice quién eres.',
          ],
          ['Autoridades', 'El SAT recibe la información de retenciones. Otras, solo si la ley lo exige.'],
        ],
      },
      'Quien trata datos por encargo nuestro lo hace bajo contrato y solo para eso. Ninguna otra transferencia se hace sin tu consentimiento.',
    ],
  },
  {
    id: 'arco',
    title: 'Tus derechos ARCO',
    blocks: [
      'Puedes acceder a tus datos, rectificarlos, cancelarlos u oponerte a su tratamiento, y revocar el consentimiento que hayas dado.',
      {
        steps: [
          'Escríbenos por [Contacto](contact), con el asunto «Privacidad y mis datos», desde el correo de tu cuenta. Di qué derecho quieres ejercer y sobre qué datos.',
          'Comprobamos que eres tú. Si actúas por alguien más, te pedimos el documento que lo acredita.',
          'Respondemos en un máximo de 20 días hábiles y, si procede, lo hacemos efectivo en los 15 días hábiles siguientes.',
        ],
      },
      'La copia y el borrado los haces tú, sin escribirnos: con cuenta, en Configuración; sin cuenta, en «Mis reservas sin cuenta», «Mis datos», con un código a tu celular o a tu correo.',
      'Es gratuito. Si no quedas conforme, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno.',
    ],
  },
  {
    id: 'conservacion',
    title: 'Cuánto tiempo los guardamos',
    blocks: [
      {
        list: [
          'Tu cuenta, mientras la tengas. Al cerrarla borramos o disociamos lo que no estemos obligados a conservar.',
          'Los asientos contables y los recibos, el tiempo que exigen las leyes fiscales y mercantiles.',
          'Los correos enviados, 90 días. Los mensajes de contacto, dos años.',
          'Las sesiones cerradas y los códigos de un solo uso se borran en horas.',
        ],
      },
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      'Usamos tres cookies propias y necesarias: una mantiene tu sesión, otra recuerda que ya entraste desde este dispositivo, para que intentos ajenos no te dejen fuera, y otra reconoce a quien apartó un horario sin cuenta. Una cuarta, de funcionamiento, recuerda en este dispositivo el último lugar que buscaste, por su nombre y nunca por tu posición; se borra al quitar el lugar de una búsqueda o al cerrar sesión. No usamos cookies de publicidad ni de terceros.',
    ],
  },
  {
    id: 'seguridad',
    title: 'Cómo los cuidamos',
    blocks: [
      'Contraseñas y enlaces se guardan solo como resúmenes irreversibles; las sesiones viajan cifradas; los intentos repetidos se frenan; cada persona del equipo ve lo que su tarea requiere. Si ocurriera una vulneración que te afecte de forma significativa, te avisaríamos sin demora.',
    ],
  },
  {
    id: 'cambios',
    title: 'Cambios a este aviso',
    blocks: [
      'Publicaremos aquí cualquier cambio y, si afecta a las finalidades, te avisaremos por correo antes de que se aplique.',
    ],
  },
]
