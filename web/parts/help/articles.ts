import type { Block } from '#web/parts/article/article.tsx'

export type Audience = 'clients' | 'professionals' | 'hosts'
export type HelpArticle = { id: string; audience: Audience; title: string; blocks: readonly Block[] }

export const audiences: Readonly<Record<Audience, string>> = {
  clients: 'Clientes',
  professionals: 'Profesionales',
  hosts: 'Espacios',
}

/** Frequent questions, answered as the product works (product.md §2–§4, money.md). */
export const articles: readonly HelpArticle[] = [
  {
    id: 'reservar',
    audience: 'clients',
    title: '¿Cómo reservo una cita?',
    blocks: [
      {
        steps: [
          '[Busca](search) por servicio, nombre o lugar. Si además eliges cuándo, solo verás a quien de verdad tiene tiempo.',
          'Abre el perfil, elige un servicio y toca un horario. Queda apartado 10 minutos para ti.',
          'Escribe tus datos y paga. No necesitas cuenta, con tu teléfono basta: confirmas con un código, y la confirmación te llega por mensaje o por correo con el enlace de tu cita.',
        ],
      },
    ],
  },
  {
    id: 'orden-de-resultados',
    audience: 'clients',
    title: '¿Cómo se ordenan los resultados?',
    blocks: [
      'Cuentan tres cosas: qué tanto coincide lo que buscaste (más en el nombre que en un servicio, y más en un servicio que en el giro), qué tan cerca está, y la calidad. Nadie paga por aparecer antes.',
      {
        facts: [
          [
            'Calidad',
            'Calificación y cuántas reseñas la sostienen, verificación, y un perfil completo: foto, presentación, servicios.',
          ],
          [
            'Confiabilidad',
            'De las citas del último año: las que sí se dieron, las solicitudes que respondió a tiempo y las que canceló. Sube o baja un poco el lugar, como uno o dos kilómetros de distancia.',
          ],
          ['Quien empieza', 'No sube ni baja por confiabilidad hasta tener citas; una sola falta pesa poco.'],
        ],
      },
      'También puedes ordenar por cercanía, precio o calificación: ahí solo cuenta eso.',
    ],
  },
  {
    id: 'lista-de-espera',
    audience: 'clients',
    title: '¿Y si el día que quiero está lleno?',
    blocks: [
      'Toca «Avísame si se abre un lugar» y di entre qué fechas y a qué hora te queda. No necesitas cuenta: confirmas tu teléfono con un código, o tu correo con un enlace.',
      'En cuanto se abre una hora la apartamos para quien la pidió primero y le escribimos: hay 15 minutos para tomarla, o 5 si falta menos de 3 horas. Si la dejas pasar se ofrece a quien sigue; si dejas pasar dos, tu espera se pausa y la activas otra vez con un toque.',
    ],
  },
  {
    id: 'confirmada',
    audience: 'clients',
    title: '¿Qué significa «Confirmada» y «Solicitada»?',
    blocks: [
      'Confirmada: la persona, el lugar y tu hora ya están tomados. Verás la dirección exacta y cómo llegar.',
      'Solicitada: falta que alguien acepte. Te decimos hasta qué hora tiene para responder. Si no responde o no acepta, a tu tarjeta no se le cobra; una transferencia vuelve a tu cuenta, y lo que pagaste en OXXO o con tu saldo queda como saldo.',
    ],
  },
  {
    id: 'mensajes',
    audience: 'clients',
    title: '¿Cómo escribo a quien me va a atender?',
    blocks: [
      'En Mis reservas toca Mensajes junto a tu cita, o entra a Mensajes desde el menú de tu cuenta. Solo tú y esa persona lo leen; el espacio no.',
      'Hasta que algo se confirma ocultamos teléfonos, correos y enlaces. Si alguien te incomoda, en Más opciones puedes reportar un mensaje o bloquear.',
    ],
  },
  {
    id: 'pago',
    audience: 'clients',
    title: '¿Cuánto pago y cuándo?',
    blocks: [
      'Pagas el precio del servicio, con IVA, y nada más: tu comisión es 0 %. Al pagar puedes abrir «¿A quién le llega?» y ver qué recibe cada parte.',
      'Con tarjeta, el banco puede autorizar primero y cobrar al confirmar o más cerca de la cita. Si la cita no se hace por culpa de otra parte, no te cuesta nada: lo cobrado vuelve a ti y lo demás no se cobra.',
      'Con tu cuenta puedes marcar «Guardar esta tarjeta» al pagar y la próxima vez la eliges sin escribirla. La quitas cuando quieras en Configuración, en Pagos; lo que ya reservaste con ella sigue igual.',
      'Sin tarjeta, por transferencia SPEI: te damos una CLABE y apartamos tu hora dos horas. O en efectivo en OXXO, si faltan al menos tres días y dos hábiles: te damos una referencia y apartamos tu hora un día. Lo que vuelve de una transferencia vuelve a su cuenta; lo que vuelve de un pago en efectivo queda como saldo a tu favor.',
      'Con tarjeta de crédito, a 3, 6, 9 o 12 meses sin intereses si quien te atiende los permite y tu banco los da: al escribir tu tarjeta se abren en «Paga a meses», con lo que pagas cada mes. Pagas el mismo precio y se cobra completo al reservar; si cancelas vuelve como cualquier otro pago con tarjeta.',
    ],
  },
  {
    id: 'cancelar',
    audience: 'clients',
    title: '¿Cómo cancelo y cuánto me devuelven?',
    blocks: [
      'Entra a [Mis reservas](myBookings) o abre el enlace que te mandamos por mensaje o correo, y toca «Cancelar cita». Antes de aceptar ves la cifra exacta que se devuelve y por qué.',
      {
        facts: [
          ['A tiempo', 'Sin costo hasta la hora límite del servicio, casi siempre 12 horas antes.'],
          [
            'Tarde',
            'Según la política del servicio: Libre y Flexible 0 %, Justa 10 %, Moderada 30 %, Estricta 50 %.',
          ],
          ['Si no llegas', 'Libre 0 %, Flexible 10 %, Justa 30 %, Moderada 50 %, Estricta 100 %.'],
          [
            'Te arrepentiste',
            'Sin costo en las 24 horas siguientes a confirmar, si faltaban más de 48 para la cita.',
          ],
        ],
      },
    ],
  },
  {
    id: 'cancelan',
    audience: 'clients',
    title: '¿Y si cancela la otra parte?',
    blocks: [
      'Si cancela el espacio, apartamos otro lugar cerca a la misma hora y te escribimos: mismo precio, misma persona. Tienes dos horas para decir si te queda (30 minutos si es hoy o mañana temprano). Si no, no te cuesta nada.',
      'Si cancela quien te atiende, se te devuelve el 100 %. Si quien te atiende cancela a menos de 24 horas o no llega, recibes además un crédito de $50 a cargo de quien te falló.',
      'Si pasan 15 minutos de tu hora (tu servicio puede decir entre 10 y 20) y nadie llega, regístralo en tu reserva. Tu saldo está en Mis reservas, «Paquetes y saldo»; al pagar la próxima lo usas con un toque, y si cancelas vuelve ahí lo que no se cobre.',
    ],
  },
  {
    id: 'tarjeta-de-regalo',
    audience: 'clients',
    title: '¿Cómo regalo o canjeo una tarjeta de regalo?',
    blocks: [
      'En Mis reservas, Paquetes y saldo, regala una de $200 a $5,000, con o sin cuenta: la enviamos por correo o por mensaje, hoy o el día que elijas, o te damos el código para imprimirla o mandarla por WhatsApp. Mientras nadie la canjee puedes cambiar a dónde llega o recuperarla, y todo regresa a la tarjeta con la que pagaste.',
      'Si te regalaron una, abre su enlace y toca «Canjear», o escribe el código al pagar tu cita. Se suma completa a tu saldo, no vence y paga cualquier servicio junto con tu tarjeta. El saldo no se cambia por efectivo.',
    ],
  },
  {
    id: 'propina',
    audience: 'clients',
    title: '¿Puedo dejar propina?',
    blocks: [
      'Sí, si quieres: cuando tu cita termina, en Mis reservas o en el enlace de tu cita toca «Dejar propina». Eliges 10, 15 o 20 % u otro importe y se cobra a la tarjeta con la que pagaste, o a otra. Quien te atendió la recibe completa: Kalli no cobra comisión.',
      'Ahí mismo dices «Todo bien» para cerrar tu cita. Si no dices nada se cierra sola dos horas después de su hora, o un día después si nadie registró tu llegada.',
    ],
  },
  {
    id: 'problema',
    audience: 'clients',
    title: '¿Y si algo no fue como se acordó?',
    blocks: [
      'En la cita, toca «Reportar un problema»: hay 48 horas desde que termina (72 si hubo un daño), y la fecha límite se ve en el botón. Di qué pasó y agrega lo que lo muestre. Solo se detiene el dinero de lo que reportas.',
      'La otra parte tiene 48 horas para responder y después decide el equipo de Kalli; si no responde, cuenta lo que tú dijiste. Si no estás de acuerdo con lo decidido, puedes pedir que se revise una vez, dentro de 72 horas.',
    ],
  },
  {
    id: 'insignia',
    audience: 'clients',
    title: '¿Qué dice la insignia de verificación?',
    blocks: [
      {
        facts: [
          ['Nivel 1, verde', 'Comprobó su teléfono por SMS.'],
          ['Nivel 2, azul', 'Comprobó su correo y su teléfono.'],
          ['Nivel 3, dorada', 'Comprobó su identidad con biometría.'],
        ],
      },
      'Sin insignia, todavía no ha comprobado nada. La insignia habla de identidad; de la calidad hablan las reseñas.',
    ],
  },
  {
    id: 'resenas',
    audience: 'clients',
    title: '¿Quién puede escribir una reseña?',
    blocks: ['Solo quien tuvo la cita. Quien te atiende y el lugar se califican por separado.'],
  },
  {
    id: 'tiempo-extra',
    audience: 'professionals',
    title: '¿Qué pasa si me quedo más tiempo del reservado?',
    blocks: [
      'El tiempo cuenta hasta que tocas «Terminar». Los primeros minutos son de cortesía, casi siempre 10; después se cobra cada 15 minutos empezados al precio de la hora y, pasada la primera, a una vez y media. Nunca más allá de la siguiente reserva.',
      'Sale de lo que te toca por la cita; de horas rentadas, de tu próximo depósito. Lo ves línea por línea en tu recibo. Si no te quedaste ese tiempo tienes 48 horas para decirlo: solo ese importe queda en pausa, el espacio lo retira o muestra que sí, y si no se ponen de acuerdo decide Kalli. Si el espacio no responde en dos días, vuelve a ti.',
    ],
  },
  {
    id: 'perfil',
    audience: 'professionals',
    title: '¿Cómo empiezo a recibir reservas?',
    blocks: [
      {
        steps: [
          '[Crea tu cuenta](auth) como profesional.',
          'Completa tu perfil: categorías, especialidades, zona y una presentación breve.',
          'Publica tus servicios con duración, precio y política de cancelación.',
          'Define tus horarios y dónde atiendes: en un lugar propio o en espacios con los que tengas convenio.',
          'Comprueba tu correo y tu teléfono para ganar la insignia. Sin verificar, tu página existe pero los buscadores no la muestran.',
        ],
      },
    ],
  },
  {
    id: 'servicios',
    audience: 'professionals',
    title: '¿Cómo cambio un servicio o su precio?',
    blocks: [
      'En «Mis servicios», desde tu dashboard: empieza con una plantilla o con uno tuyo, y a un lado ves lo que te queda del precio en cada uno de tus lugares antes de guardar. Arrástralos para darles el orden de tu página.',
      'Si ya hay citas por venir te las mostramos: se quedan con el precio y la duración que ya tenían, y el cambio vale para las reservas nuevas. Un servicio que ya no das se archiva, no se borra. Salud, nutrición y terapia piden tu cédula vigente.',
    ],
  },
  {
    id: 'a-domicilio',
    audience: 'professionals',
    title: '¿Puedo atender a domicilio o en línea?',
    blocks: [
      'Sí: en «Mis servicios», pestaña «Dónde», dices de cada servicio si lo das en un espacio, a domicilio, en línea, o de varias formas. A domicilio eliges hasta cuántos kilómetros vas, en línea recta desde la dirección de tu perfil, y cuánto cobras por ir. Tus horas son las de tu horario; apartamos el camino de ida y de vuelta entre una cita y otra.',
      'Lo que cobras por ir es tuyo como el precio, menos la misma comisión, y no hay renta. La dirección la ves cuando la cita está confirmada; antes, solo la colonia. En línea pones el enlace de tu sala, que solo recibe quien tiene la cita confirmada, o lo mandas por mensaje.',
    ],
  },
  {
    id: 'precios-por-demanda',
    audience: 'professionals',
    title: '¿Puedo cobrar distinto según la hora?',
    blocks: [
      'Sí, en «Precios por demanda», desde tu dashboard. Ves qué horas se llenan, qué se busca en vano cerca de ti y quién te espera; escribes reglas por día, hora y servicio, y antes de guardar pruebas cómo quedaría una semana. Ninguna hora sube más de 30 %.',
      'El precio es de la hora, nunca de la persona: quien reserva lo ve junto al horario, con «con descuento por horario» u «hora pico», y paga justo eso. Lo ya apartado o reservado no cambia.',
    ],
  },
  {
    id: 'vacaciones',
    audience: 'professionals',
    title: '¿Cómo bloqueo un rato o me voy de vacaciones?',
    blocks: [
      'En «Agenda avanzada»: toca una hora para bloquearla, arrastra el bloqueo para moverlo, o cambia el horario de un solo día. En «Vacaciones» eliges las fechas y ves a quién esperas antes de cerrarlas: esas citas siguen en pie hasta que tú las muevas o canceles. «Volver a abrir esos días» les devuelve el horario que tenían; lo que cerraste aparte sigue cerrado.',
      'Lo que no haces a diario está en «Más»: «Copiar semana» lleva tus horarios y bloqueos a otra semana sin tocar lo reservado ni abrir lo que allá cerraste, y «Imprimir» saca la hoja del día o de la semana.',
    ],
  },
  {
    id: 'horarios',
    audience: 'professionals',
    title: '¿Por qué un horario mío no aparece?',
    blocks: [
      'Un horario se ofrece solo si todo cabe: tu agenda, el tiempo antes y después, el espacio abierto con una unidad libre, tu convenio y tu aviso mínimo. Y si todavía ganas después de comisión y renta.',
      'En «Agenda avanzada», desde tu dashboard, «¿Por qué no salen horarios?» dice de cada hora de un día la regla exacta que la quitó. Si algo no cuadra, [escríbenos](contact) con el día y el servicio.',
    ],
  },
  {
    id: 'reglas-espacios',
    audience: 'professionals',
    title: '¿Cómo digo en qué espacios me conviene trabajar?',
    blocks: [
      'En «Dónde y cómo trabajo», desde tu dashboard: ordena tus lugares y di, por servicio, qué tipo de espacio y equipo pides, cuánta renta aceptas, cuánto te debe quedar, hasta dónde vas a cada hora y por cuánto tiempo vale la pena ir.',
      'A un lado ves tu semana con esas reglas antes de guardarlas: qué horarios quedan, por qué no los demás y qué cambio te abriría más. Lo ya reservado nunca cambia.',
    ],
  },
  {
    id: 'solicitudes',
    audience: 'professionals',
    title: '¿Puedo responder cada cita antes de confirmarla?',
    blocks: [
      'Sí. En «Dónde y cómo trabajo» elige «Pregúntame cada vez», para todos tus servicios o para uno. A la tarjeta del cliente no se le cobra nada hasta que aceptas. Si paga por SPEI o en OXXO, te llega cuando el dinero está, y si no aceptas lo recupera todo. Su hora queda apartada mientras tanto.',
      'Respondes en Mis citas, «Por responder»: tienes la cuarta parte del tiempo que falta, entre 20 minutos y 12 horas, y nunca menos de una hora antes de la cita. Lo que no respondes se suelta solo y baja tu tasa de respuesta. A menos de dos horas no se ofrecen horarios.',
    ],
  },
  {
    id: 'paquetes-de-horas',
    audience: 'professionals',
    title: '¿Qué es un paquete de horas?',
    blocks: [
      'Horas de un espacio que compras juntas y a mejor precio. Al rentar eliges «Usar mi paquete» y no se cobra otra vez; la limpieza va incluida. Ves lo que queda en «Espacios rentados», «Paquetes y saldo».',
      'Si vence con horas sin usar, las que usaste cuentan a su precio sin paquete y lo demás vuelve a tu tarjeta. Ejemplo: 10 horas por $1,500 donde una cuesta $200; usas dos y vuelven $1,100. Si termina tu convenio, vuelve todo lo que no usaste.',
    ],
  },
  {
    id: 'garantia',
    audience: 'professionals',
    title: '¿Qué pasa con la garantía de un espacio?',
    blocks: [
      'Algunos espacios la piden cuando rentas horas. No es parte del precio: se aparta en tu tarjeta al registrar tu llegada y se libera sola tres días después del final. La ves antes de pagar y en «Espacios rentados».',
      'Si el espacio reclama un daño tiene que decir cuánto y mostrarlo con una foto. Tienes dos días para aceptar o responder; si no están de acuerdo, alguien de Kalli lee las dos versiones. Mientras, el importe queda en pausa.',
    ],
  },
  {
    id: 'renta-directa',
    audience: 'professionals',
    title: '¿Puedo rentar un espacio sin tener cliente todavía?',
    blocks: [
      'Sí. En la página del espacio elige fecha, hora y duración, aparta las horas y págalas con tarjeta. Necesitas convenio ahí, o que el espacio reciba de inmediato a quien cumple lo que pide.',
      'Las citas que tus clientes reserven dentro de esas horas no deben renta: ya la pagaste. En «Mis citas», «Espacios rentados», registras tu llegada, devuelves las horas que no uses según la política del espacio, o se las cedes a alguien que también trabaja ahí.',
      'Mientras haya citas dentro de tus horas no puedes cancelarlas, devolverlas ni cederlas; primero mueve o cancela esas citas.',
    ],
  },
  {
    id: 'ganancia',
    audience: 'professionals',
    title: '¿Cuánto me queda de cada servicio?',
    blocks: [
      'Del precio se restan la comisión de Kalli (10 %, con IVA), la renta del espacio por los minutos usados y, cuando aplica, las retenciones de ISR e IVA. Lo demás es tuyo.',
      'Ejemplo: servicio de $650, 90 minutos en un espacio de $150 por hora. Comisión $65, renta $225: te quedan $360. Haz la cuenta con tus números en [Comisiones](pricing).',
    ],
  },
  {
    id: 'meses-sin-intereses',
    audience: 'professionals',
    title: '¿Puedo dar meses sin intereses?',
    blocks: [
      'Sí, en Configuración, «Pagos y cobros»: eliges hasta cuántos meses y desde qué precio, y ahí mismo ves en pesos lo que te queda con ellos y sin ellos. Tu cliente paga el mismo precio y tú recibes todo en tu depósito de siempre; el costo de los meses lo pagas tú, en una línea de tu recibo.',
      'Si tu cliente cancela, pagas los meses solo de lo que te quedas. Si cancelas tú o no llegas, los de todo el cobro, porque el procesador no los devuelve.',
    ],
  },
  {
    id: 'cobro',
    audience: 'professionals',
    title: '¿Cuándo recibo mi dinero?',
    blocks: [
      'Después del servicio. Se libera 24 horas después de terminar si tienes nivel 2 y ya diste cinco citas; mientras tanto, 72 horas después. Cada cita tiene su recibo con todas las líneas.',
    ],
  },
  {
    id: 'convenio',
    audience: 'professionals',
    title: '¿Qué es un convenio?',
    blocks: [
      'Es tu acuerdo con un espacio: tarifa por hora, días y horas, categorías y vigencia. Mientras esté activo, tus clientes te reservan ahí al instante, sin pedir permiso cada vez.',
      'Tú o el espacio pueden pausarlo. Las citas confirmadas se respetan.',
    ],
  },
  {
    id: 'mi-lugar',
    audience: 'professionals',
    title: '¿Qué pasa si me uno al equipo de un negocio?',
    blocks: [
      'Antes de unirte lees todo: tu lugar, tu turno, la renta, las reglas y lo que cada quien puede ver. Lo que aceptas no cambia sin ti. Para salir basta un aviso de siete días.',
      'La renta fija se toma de lo que ganas después, con recibo, y la encuentras en [Equipo de casa](team). Si pasan tres días sin pagarse no recibes citas nuevas ahí; las confirmadas se respetan.',
    ],
  },
  {
    id: 'vacantes',
    audience: 'professionals',
    title: '¿Cómo me postulo a una vacante?',
    blocks: [
      'En [Vacantes](vacancies) ves espacios cerca de ti que buscan a alguien de tus categorías. «Compatible» cuenta tus documentos, tu nivel, la distancia y las horas que tienen en común.',
      'Te postulas con las condiciones que ofrecen y después pueden negociarlas. Si la vacante se cubre o se cierra te lo decimos; no cuenta como un rechazo y puedes volver a postularte ahí mismo.',
    ],
  },
  {
    id: 'invitaciones',
    audience: 'professionals',
    title: '¿Qué pasa cuando un espacio me invita?',
    blocks: [
      'Recibes un aviso con las condiciones completas. Tienes 14 días para aceptar o decir que no, y puedes hacer dos preguntas: mientras te contestan, tu plazo se detiene hasta 72 horas.',
      'Si aceptas, el convenio queda vigente en ese momento con esas condiciones. Si dices que no, ese espacio no puede volver a invitarte durante 60 días.',
    ],
  },
  {
    id: 'cancelo',
    audience: 'professionals',
    title: '¿Qué pasa si tengo que cancelar?',
    blocks: [
      'Si cancela el espacio, apartamos otro de tus lugares a menos de 3 km y les preguntamos a ti y a tu cliente. Ves la renta nueva antes de decir que sí: hasta 25 % más la paga el espacio que canceló. Decir que no no te cuesta nada.',
      'Si cancelas tú, tu cliente no paga nada. La renta sigue la política del espacio: en la Normal no cuesta hasta 24 horas antes, 50 % hasta 4 horas antes y después el 100 %. A menos de 24 horas se suma un crédito de $50 para tu cliente, a tu cargo.',
      'Antes de cancelar ves la cifra exacta. Cada cancelación tuya cuenta un año en tu confiabilidad, que está en «Mis citas» y que los espacios leen cuando te postulas.',
    ],
  },
  {
    id: 'no-llegue',
    audience: 'professionals',
    title: '¿Y si registran que yo no llegué?',
    blocks: [
      'Tu cliente o el espacio pueden registrarlo desde 15 minutos después de la hora (o los que diga el servicio, de 10 a 20), salvo que a tiempo hayas registrado con el código de la unidad que ya estabas ahí. Si se confirma, tu cliente recupera todo, recibe $50 de saldo a tu cargo y pagas la renta.',
      'Si no fue así, tienes 24 horas para decirlo en «Mis citas» con algo que lo muestre. Mientras se revisa no se te descuenta nada.',
    ],
  },
  {
    id: 'no-llega',
    audience: 'professionals',
    title: '¿Y si el cliente no llega?',
    blocks: [
      'Registra primero que tú ya estás en el lugar, con el código de tu unidad. Pasados los minutos de espera de tu servicio (15 si no dices otra cosa) puedes registrar en «Mis citas» que no llegó: se aplica la política de tu servicio, y lo demás vuelve por donde pagó.',
      'El cliente tiene 24 horas para decir que no fue así. Si no lo hace, recibes tu parte de la cuota; si lo hace, la cuota queda en pausa hasta que la retires o Kalli la revise.',
    ],
  },
  {
    id: 'impuestos',
    audience: 'professionals',
    title: '¿Qué impuestos se retienen?',
    blocks: [
      'Con RFC como persona física: 2.5 % de ISR sobre el precio sin IVA y la mitad del IVA (tasas de 2026). Sin RFC: 20 % y todo el IVA. Servicios médicos exentos: solo ISR.',
      'Las retenciones se activan cuando la ley obliga a la plataforma; tu recibo siempre dice si se aplicaron. Consulta a tu contadora o contador.',
    ],
  },
  {
    id: 'medidor',
    audience: 'hosts',
    title: '¿Cómo se mide el uso de mi espacio?',
    blocks: [
      'Se debe lo reservado, aunque se vayan antes. En tus reglas de precio puedes cobrar solo el uso real: de la llegada comprobada con un código hasta que terminan, con tu tiempo mínimo.',
      'Si se quedan de más se cobra tiempo extra según tu regla, hasta donde empieza la siguiente reserva. Tu parte sale cuando terminan las 48 horas que tienen para decir que no fue así; si lo dicen, retira el cobro o muestra que sí se quedaron. Si no respondes en dos días, se devuelve.',
    ],
  },
  {
    id: 'equipo',
    audience: 'hosts',
    title: '¿Cómo llevo a mi equipo de casa?',
    blocks: [
      'En [Equipo de casa](team) invitas a quien tiene un lugar fijo contigo o te ayuda en recepción. Le llega un enlace personal que sirve una vez y vence en siete días; solo puede usarlo quien tenga ese correo confirmado.',
      {
        facts: [
          [
            'Renta fija',
            'La cobras a todos de una vez: ves la cuenta, cobras, y cada quien tiene su recibo.',
          ],
          ['Por cita', 'Una parte del servicio o una tarifa por hora sale sola de cada cita.'],
          ['Sin pagar', 'A los tres días sin pagar no recibe citas nuevas; las confirmadas se respetan.'],
          [
            'Quién ve qué',
            'La casa ve cuándo se usa su espacio y un nombre de pila. El contacto de los clientes, solo si los servicios son de la casa.',
          ],
        ],
      },
    ],
  },
  {
    id: 'publicar-vacante',
    audience: 'hosts',
    title: '¿Cómo busco a alguien para mi espacio?',
    blocks: [
      'En [Vacantes](vacancies) escribe qué lugar ofreces, cuánto se paga y en qué horas. Para publicarla necesitas tu teléfono comprobado y un espacio publicado. Dura 30 días y se renueva con un toque.',
      'No se puede pedir edad, sexo ni apariencia: te mostramos las palabras y por qué. Quien se postula llega a tus [solicitudes](hostApplications); al aprobar a la última persona que buscabas la vacante se cierra sola y avisamos a las demás.',
    ],
  },
  {
    id: 'publicar',
    audience: 'hosts',
    title: '¿Cómo publico mi espacio?',
    blocks: [
      {
        steps: [
          '[Crea tu cuenta](auth) con «Tengo un Espacio».',
          'En [Publica tu espacio](hostRegistration) hay nueve pasos que se guardan solos: puedes empezar en el teléfono y terminar en la computadora.',
          'Di dónde está, numera tus unidades (silla 1, cabina 2: cada una se reserva por separado) y sube al menos cuatro fotos.',
          'Pon horarios, tiempo mínimo, limpieza, precio y cancelación; responde las reglas de la casa y di quién puede trabajar ahí.',
          'Sube los documentos del lugar y envíalo. Sin dudas se publica en minutos; si no, una persona lo ve en menos de 48 horas.',
        ],
      },
      'Sin CLABE se publica, pero nadie puede reservar. El RFC y el régimen fiscal pueden esperar hasta tu primer depósito. Para agregar masajes, salud o agujas a un espacio publicado, sube antes su documento en el paso 8.',
    ],
  },
  {
    id: 'direccion',
    audience: 'hosts',
    title: '¿Quién ve mi dirección?',
    blocks: [
      'En público solo se ve la zona, redondeada a cerca de un kilómetro. La dirección exacta llega a quien tiene una reserva confirmada.',
    ],
  },
  {
    id: 'quien-trabaja',
    audience: 'hosts',
    title: '¿Quién puede trabajar en mi espacio?',
    blocks: [
      'Quien tú digas en el paso 7 de [tu espacio](hostRegistration): qué categorías, con qué nivel de verificación y qué documentos. Y cómo entran: por solicitud, solo a quien tú invitas, o quien cumple renta horas al momento.',
      'Para atender clientes cada profesional trabaja con un convenio: tarifa, días, categorías y vigencia. Puedes pausarlo cuando quieras y las citas ya confirmadas se respetan.',
    ],
  },
  {
    id: 'invitar',
    audience: 'hosts',
    title: '¿Cómo invito a profesionales?',
    blocks: [
      'En Buscar profesionales eliges tu espacio o vacante y ves quién tiene libres las horas que hoy no rentas. Envías las condiciones y un mensaje; también puedes invitar a quien todavía no tiene cuenta.',
      'Puedes enviar 30 invitaciones al día, una abierta por persona y espacio. Mientras no respondan puedes retirarlas; si vencen, vuelves a invitar con un toque.',
    ],
  },
  {
    id: 'renta',
    audience: 'hosts',
    title: '¿Cuánto recibo por hora rentada?',
    blocks: [
      'En «Reglas de precio» dices cuánto cuesta una hora y cuándo cuesta más o menos; ahí mismo pruebas una renta y ves qué regla ganó en cada minuto. Lo ya apartado o reservado conserva su precio.',
      'La renta por los minutos usados menos 5 % de comisión, con IVA incluido, y las retenciones cuando apliquen. De $225 de renta recibes $213.75.',
      'Haz tu cuenta en [Comisiones](pricing).',
    ],
  },
  {
    id: 'cifras',
    audience: 'hosts',
    title: '¿Qué dicen las cifras de mi dashboard?',
    blocks: [
      'Ves tu día, lo que espera de ti, lo que ganaste, qué horas se llenan y qué se busca en tu zona sin encontrarlo. Cada cifra explica de dónde sale y se descarga como tabla para tu hoja de cálculo.',
      'De las búsquedas sin resultado guardamos qué se buscó, en qué municipio y para qué hora; nunca quién buscó ni sus palabras.',
    ],
  },
  {
    id: 'deposito',
    audience: 'hosts',
    title: '¿Cuándo me depositan?',
    blocks: [
      'Después de cada servicio: 24 horas después de terminar con nivel 2 y cinco reservas dadas; antes, 72 horas después.',
      'Antes del primero hacen falta tu RFC y tu régimen fiscal, en el paso 1 de [tu espacio](hostRegistration). Lo que ganes mientras tanto te espera y sale completo en cuanto los pongas.',
    ],
  },
  {
    id: 'limpieza',
    audience: 'hosts',
    title: '¿Cómo dejo tiempo para limpiar?',
    blocks: [
      'Cada espacio tiene sus minutos de limpieza. Se suman después de cada cita y nadie puede reservar en ellos.',
    ],
  },
  {
    id: 'cierro',
    audience: 'hosts',
    title: '¿Y si tengo que cerrar un día?',
    blocks: [
      'Un día cerrado es una excepción a tu horario: desde que se guarda, nadie reserva esas horas. Las citas confirmadas siguen en pie hasta que se cambien o cancelen una por una.',
      'Si tú cancelas, antes de confirmar ves lo que cuesta. Primero apartamos otro lugar a la misma hora: si lo aceptan pagas solo lo que su renta tenga de más, hasta 25 % de la tuya. Si no, el cliente no paga nada y la profesional recibe de ti 25 % de la renta, al menos $50 (los dos sin contar la limpieza); una vez cada seis meses es gratis. Con más de tres reservas inmediatas canceladas en seis meses, tu espacio pide convenio.',
    ],
  },
  {
    id: 'renta-sin-cliente',
    audience: 'hosts',
    title: '¿Qué es una renta directa?',
    blocks: [
      'Una profesional paga por adelantado horas de tu espacio, con o sin clientes. En tu calendario se ve como «Renta directa» y sus citas van dentro, sin otra renta.',
      'Recibes la renta menos 5 % de comisión cuando terminan las horas. Si devuelve algunas, tu política decide cuánto te quedas y el tiempo vuelve a ofrecerse; si las cede a otra profesional con convenio te avisamos y el precio no cambia.',
    ],
  },
  {
    id: 'garantia-de-espacio',
    audience: 'hosts',
    title: '¿Cómo funciona la garantía?',
    blocks: [
      'La pones en «Reglas de precio» y vale para quien renta horas sin cliente. Su banco la aparta al llegar; en Disponibilidad ves las que están apartadas.',
      'Si algo se dañó tienes tres días desde el final para reclamar lo que cuesta repararlo, con al menos una foto. Quien rentó responde en dos días; si no lo hace, lo recibes completo, sin comisión. Si no hay reclamo, se libera sola.',
    ],
  },
  {
    id: 'cancela-renta',
    audience: 'hosts',
    title: '¿Qué política de cancelación elijo?',
    blocks: [
      {
        facts: [
          ['Relajada', 'Sin costo hasta 4 horas antes; después, 50 %.'],
          ['Normal', 'Sin costo hasta 24 horas antes; 50 % hasta 4 horas antes; después, 100 %.'],
          ['Firme', 'Sin costo hasta 72 horas antes; 50 % hasta 24 horas antes; después, 100 %.'],
        ],
      },
    ],
  },
]
