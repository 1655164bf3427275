/**
 * Every refusal that a person can act on: its status and its message in Spanish. The specification's default texts by
 * status are at the end.
 */
export const refusals = {
  // input
  invalid_input: [400, 'Datos inválidos. Por favor verifica la información.'],
  unknown_filter: [400, 'Ese filtro no existe. Revisa los valores permitidos.'],
  // identity
  not_signed_in: [401, 'No autorizado. Por favor inicia sesión.'],
  wrong_credentials: [401, 'El correo o la contraseña no son correctos.'],
  /** Returned only to a person who has proved that the account is theirs. */
  account_suspended: [
    403,
    'Tu cuenta está suspendida y no puedes entrar. El motivo está en el correo que te enviamos; escríbenos desde «Contacto» o a hola@kalli.test.',
  ],
  account_not_suspendable: [409, 'Esta cuenta no se puede suspender ni reactivar desde aquí.'],
  suspension_changed: [409, 'Sus reservas cambiaron mientras decidías. Revisa otra vez lo que implica.'],
  /** In production over http: the session would be sent unencrypted. */
  https_needed: [403, 'Esta conexión no es segura y así no puedes iniciar sesión. Entra por https.'],
  forbidden: [403, 'No tienes permisos para realizar esta acción.'],
  /** A key or an app. A caller with an unknown one learns nothing more. */
  token_unknown: [401, 'Esta llave no existe o no está completa.'],
  token_expired: [401, 'Esta llave venció. Haz otra en Configuración, Desarrolladores.'],
  token_revoked: [401, 'Esta llave se revocó y ya no sirve.'],
  /** RFC 8707: a token is valid only for its resource. */
  token_elsewhere: [401, 'Esta llave es para otra parte de Kalli.'],
  mandate_missing: [409, 'Esta app no tiene tu permiso para hacer esto sola. Confírmalo tú en Kalli.'],
  mandate_over: [409, 'El permiso que le diste a esta app ya terminó. Confírmalo tú en Kalli.'],
  mandate_act: [409, 'El permiso que le diste a esta app no incluye esto. Confírmalo tú en Kalli.'],
  mandate_each: [409, 'Pasa de lo que esta app puede gastar en una cita. Confírmalo tú en Kalli.'],
  mandate_total: [409, 'Pasa de lo que le queda a esta app por gastar. Confírmalo tú en Kalli.'],
  mandate_card_missing: [409, 'No tienes una tarjeta guardada con la que esta app pueda pagar.'],
  mandate_exists: [409, 'Esta app acaba de recibir un permiso. Vuelve a ver la lista.'],
  confirmation_over: [410, 'Este enlace ya se usó o venció. Pide otro a tu asistente.'],
  scope_missing: [403, 'Esta llave no tiene permiso para esto.'],
  browser_only: [403, 'Esto solo se hace entrando a Kalli: ninguna llave ni app puede hacerlo.'],
  unknown_version: [400, 'Esa versión de la API no existe. Revisa el encabezado Kalli-Version.'],
  too_many_keys: [409, 'Ya tienes veinte llaves. Revoca alguna para hacer otra.'],
  too_many_apps: [409, 'Ya tienes diez apps. Quita alguna para hacer otra.'],
  app_name_taken: [409, 'Ya tienes una app con ese nombre.'],
  app_keeps_no_secret: [409, 'Esta app no guarda un secreto.'],
  app_unknown: [404, 'Esta app no existe en Kalli. Vuelve a ella e intenta de nuevo.'],
  redirect_unknown: [
    400,
    'El enlace de esta app no es el que registró, así que no seguimos. Avísale a quien la hizo.',
  ],
  redirect_not_allowed: [
    400,
    'Revisa las direcciones de regreso: https://, http://localhost o el esquema de una app, sin #.',
  ],
  website_not_allowed: [400, 'La página de la app debe empezar con https://'],
  access_not_as_admin: [
    403,
    'Como administración no se hacen llaves ni se da acceso a apps. Cambia a otro perfil.',
  ],
  key_name_taken: [409, 'Ya tienes una llave con ese nombre. Ponle otro, o revoca la anterior.'],
  key_replaced: [409, 'Esta llave ya se renovó. Usa la nueva.'],
  cross_site: [403, 'Esta acción solo puede iniciarse desde Kalli.'],
  not_found: [404, 'Recurso no encontrado.'],
  // accounts
  email_taken: [409, 'Ya existe una cuenta con este correo. Inicia sesión o recupera tu contraseña.'],
  invalid_phone: [400, 'Revisa tu teléfono: ese número no existe en el país que elegiste.'],
  password_too_short: [400, 'La contraseña debe tener al menos 6 caracteres'],
  password_too_common: [400, 'Esa contraseña es demasiado común. Elige otra que solo tú conozcas.'],
  invalid_reset_token: [400, 'El enlace de recuperación no es válido'],
  second_step_needed: [401, 'Escribe el código de tu app de autenticación para terminar de entrar.'],
  second_step_over: [401, 'El tiempo para el segundo paso terminó. Entra de nuevo con tu contraseña.'],
  wrong_second_factor: [400, 'Ese código no es correcto o ya se usó.'],
  second_factor_locked: [429, 'Demasiados códigos equivocados. Espera quince minutos.'],
  second_factor_missing: [403, 'Para administrar Kalli activa primero el segundo paso en Configuración.'],
  second_factor_on: [409, 'El segundo paso ya está activo.'],
  second_factor_off: [409, 'El segundo paso no está activo.'],
  second_factor_needed_here: [409, 'Una cuenta de administración no puede quitar el segundo paso.'],
  account_in_use: [409, 'Tu cuenta todavía no se puede borrar. Revisa lo que falta.'],
  too_many_copies: [429, 'Ya pediste tres copias hoy. Usa la última o pide otra mañana.'],
  confirm_identity: [403, 'Confirma que eres tú para continuar.'],
  wrong_password: [400, 'La contraseña actual no es correcta.'],
  no_password: [409, 'Tu cuenta no tiene contraseña. Crea una con «¿Olvidaste tu contraseña?».'],
  file_missing: [400, 'Elige una foto.'],
  file_too_large: [413, 'El archivo pesa demasiado. El máximo es 8 MB.'],
  not_a_picture: [415, 'Ese archivo no es una foto que podamos leer. Usa JPG, PNG, WebP o AVIF.'],
  picture_too_small: [400, 'La foto es muy pequeña. Elige una más grande o recorta menos.'],
  picture_too_large: [400, 'La foto tiene demasiados puntos. Elige una de hasta 50 megapíxeles.'],
  unknown_zone: [400, 'Elige una zona horaria de la lista.'],
  role_not_available: [403, 'Tu cuenta no tiene ese perfil.'],
  role_already_active: [409, 'Ya estás en ese perfil.'],
  // verification
  already_verified: [409, 'Esto ya está confirmado.'],
  email_invalid: [400, 'Escribe un correo válido, como nombre@ejemplo.mx.'],
  mailbox_needed: [
    403,
    'Entraste con un código a tu celular, y lo que se contesta antes de una cita puede hablar de tu salud. Ábrelo con el enlace que está en tu correo, o entra con un código a tu correo.',
  ],
  phone_missing: [400, 'Escribe primero tu teléfono.'],
  sms_unavailable: [503, 'Por ahora no podemos enviar SMS. Intenta más tarde.'],
  phone_unconfirmed: [409, 'Confirma primero tu teléfono en Verificación.'],
  whatsapp_unavailable: [503, 'Por ahora no enviamos mensajes por WhatsApp.'],
  push_unavailable: [503, 'Por ahora no podemos avisarte en este dispositivo.'],
  too_many_devices: [409, 'Ya tienes diez dispositivos. Quita uno que ya no uses.'],
  code_too_soon: [429, 'Acabamos de enviarte un código. Espera un momento antes de pedir otro.'],
  too_many_codes: [429, 'Ya pediste muchos códigos. Intenta de nuevo más tarde.'],
  code_wrong: [400, 'Ese código no es correcto. Revísalo e intenta de nuevo.'],
  code_used_up: [400, 'Fallaste cinco veces y ese código ya no sirve. Pide uno nuevo.'],
  code_expired: [410, 'Ese código ya venció. Pide uno nuevo.'],
  biometric_unavailable: [503, 'Por ahora la verificación biométrica no está disponible.'],
  check_under_way: [409, 'Tu verificación se está revisando. Te avisamos en cuanto termine.'],
  too_many_checks: [429, 'Hoy ya lo intentaste varias veces. Vuelve a intentarlo mañana.'],
  verifier_unreachable: [503, 'No pudimos hablar con quien verifica. Intenta de nuevo en unos minutos.'],
  // offers
  no_profile: [409, 'Guarda primero tu perfil profesional.'],
  client_phone_taken: [409, 'Ya tienes a un cliente con ese teléfono.'],
  clients_full: [409, 'Tu libreta está llena: caben 20,000 clientes.'],
  client_has_visits: [409, 'Tiene citas contigo, así que se queda en tu libreta.'],
  work_notes_full: [409, 'Ya son 200 notas de trabajo de este cliente. Borra alguna antes de agregar otra.'],
  client_not_lapsed: [409, 'Ya reservó o ya vino. Actualiza la lista.'],
  win_back_written: [
    409,
    'Ya le escribiste hace poco. Podrás volver a escribirle cuando pase su tiempo de costumbre.',
  ],
  win_back_not_agreed: [409, 'No ha aceptado mensajes de este tipo. Escríbele tú por WhatsApp.'],
  photos_not_agreed: [409, 'Primero registra que tu cliente acepta que guardes sus fotos.'],
  clients_unreadable: [400, 'No pudimos leer clientes en ese archivo. Sirven CSV y vCard (.vcf).'],
  client_import_over: [409, 'Esa importación ya se deshizo o pasó más de una semana.'],
  name_taken: [409, 'Ya tienes otro negocio con ese nombre.'],
  unknown_municipality: [400, 'Elige un municipio de la lista.'],
  // invitations
  host_not_verified: [403, 'Para invitar verifica primero tu cuenta en Configuración.'],
  space_not_published: [409, 'Este espacio no está publicado.'],
  too_many_invitations: [429, 'Ya enviaste las 30 invitaciones de hoy. Mañana puedes enviar más.'],
  invitation_open: [409, 'Ya hay una invitación abierta para esta persona en este espacio.'],
  invitation_declined_lately: [409, 'Dijo que no hace poco. Puedes invitar de nuevo 60 días después.'],
  invitation_of_another: [403, 'Esta invitación es para otra cuenta'],
  invitation_over: [409, 'Esta invitación ya no permite esa acción.'],
  invitation_to_oneself: [409, 'No puedes responder una invitación de tu propio espacio.'],
  // hiring
  agreement_exists: [409, 'Ya tienen un convenio vigente en este espacio.'],
  agreement_not_movable: [409, 'Este convenio ya no permite esa acción.'],
  // portfolio
  portfolio_full: [409, 'Tu portafolio ya tiene 24 trabajos. Quita uno para subir otro.'],
  consent_missing: [409, 'Antes de publicar di si aparece alguien y si te dio permiso.'],
  // favourites
  favourites_full: [409, 'Ya guardaste doscientos. Quita alguno para guardar otro.'],
  alerts_full: [409, 'Ya pediste treinta avisos. Quita alguno para pedir otro.'],
  saved_searches_full: [409, 'Ya guardaste veinte búsquedas. Quita alguna para guardar otra.'],
  day_is_over: [400, 'Ese día ya pasó o queda muy lejos. Elige otro.'],
  application_not_movable: [409, 'Esta postulación ya no permite esa acción.'],
  application_not_ready: [409, 'Todavía te falta algo de lo que pide este espacio.'],
  application_open: [409, 'Ya tienes una postulación abierta en este espacio.'],
  application_rests: [409, 'Aquí te dijeron que no hace poco. Espera 30 días para volver a intentarlo.'],
  too_many_applications: [409, 'Ya tienes diez postulaciones abiertas. Espera una respuesta o retira una.'],
  same_terms: [400, 'Esas son las condiciones que ya están sobre la mesa.'],
  // team members
  member_not_movable: [409, 'Esta persona del equipo ya no permite esa acción.'],
  member_exists: [409, 'Esa persona ya está en tu equipo o tiene una invitación abierta.'],
  member_may_not: [403, 'La casa no te dio permiso para eso. Pídeselo a quien te invitó.'],
  shift_taken: [409, 'Otra persona del equipo ya tiene esa unidad en esas horas.'],
  team_of_another: [403, 'Esta invitación es para otra cuenta'],
  email_not_confirmed: [409, 'Confirma primero el correo al que llegó la invitación.'],
  phone_not_confirmed: [409, 'Confirma primero el teléfono al que llegó la invitación.'],
  rent_charged: [409, 'Alguno de esos días ya se cobró. Revisa el periodo.'],
  rent_paid: [409, 'Esta renta ya está pagada.'],
  rent_direct_not_owed: [409, 'Eso es más de lo que falta por pagar de esta renta.'],
  rent_direct_final: [
    409,
    'Ese pago ya no se puede deshacer: ya se deshizo, o lo demás de esa renta ya se depositó o se devolvió.',
  ],
  rent_card_declined: [402, 'Tu banco rechazó la tarjeta. Intenta con otra.'],
  rent_changed: [409, 'La cuenta cambió mientras la veías. Revísala de nuevo.'],
  // vacancies
  vacancy_not_movable: [409, 'Esta vacante ya no permite esa acción.'],
  vacancy_wording: [400, 'La vacante pide edad, sexo, apariencia o vida privada. Cambia esas palabras.'],
  vacancy_full: [409, 'La vacante ya tiene a todas las personas que buscaba.'],
  // documents of a professional
  not_a_paper: [415, 'Ese archivo no es un documento que podamos leer. Usa PDF, JPG, PNG o WebP.'],
  paper_over: [400, 'Ese documento ya venció. Sube uno vigente.'],
  paper_not_movable: [409, 'Este documento ya se revisó.'],
  // listings
  listing_not_movable: [409, 'Este espacio ya no permite esa acción.'],
  too_many_drafts: [409, 'Tienes veinte borradores. Termina o archiva uno antes de empezar otro.'],
  listing_incomplete: [409, 'Todavía faltan cosas por completar.'],
  too_many_photos: [409, 'Ya hay diez fotos. Quita una para subir otra.'],
  photos_needed: [409, 'Un espacio publicado necesita al menos cuatro fotos.'],
  units_in_use: [409, 'Las unidades que quieres quitar tienen reservas por venir.'],
  not_one_house: [
    409,
    'Solo comparten equipo los espacios de una misma casa: tuyos, con la misma calle y número.',
  ],
  equipment_of_house: [
    409,
    'Este espacio comparte equipo con otros de la casa. Quita eso en «Equipo» antes de cambiar su dirección.',
  ],
  papers_unseen: [
    409,
    'Tiene documentos sin revisar. Acéptalos o recházalos primero, o confirma que lo publicas sin ellos.',
  ],
  document_not_movable: [409, 'Ese documento ya se revisó.'],
  document_needed: [409, 'Tu espacio no puede estar publicado sin este documento. Sube otro en su lugar.'],
  clabe_invalid: [400, 'Esa CLABE no es correcta. Revísala dígito por dígito.'],
  // prices
  price_outside_zone: [
    400,
    'Ese precio está muy lejos de lo que se cobra en tu zona. Revisa si falta o sobra un cero.',
  ],
  // time
  series_taken: [409, 'Una de las fechas se acaba de ocupar y no se reservó ninguna. Revisa la lista.'],
  series_coupon_changed: [
    409,
    'El cupón ya no vale igual para esas fechas y no se reservó ninguna. Revisa la lista.',
  ],
  slot_taken: [409, 'Ese horario se acaba de ocupar. Estos son los más cercanos.'],
  slot_not_available: [409, 'Ese horario ya no se puede reservar.'],
  slot_token_invalid: [400, 'Ese horario ya no es válido. Vuelve a elegir uno.'],
  client_busy: [409, 'Ya tienes otra cita a esa hora.'],
  too_many_holds: [409, 'Ya tienes dos horarios apartados. Termina o suelta uno para apartar otro.'],
  contact_unconfirmed: [
    409,
    'Confirma tu teléfono o tu correo con el código que te enviamos y después paga.',
  ],
  hold_expired: [410, 'El tiempo para reservar este horario terminó. Vuelve a elegirlo.'],
  too_late_to_ask: [409, 'Falta muy poco para esa hora. Elige una a más de dos horas.'],
  already_waiting: [409, 'Ya esperas este servicio. Míralo en tu lista de espera.'],
  too_many_wishes: [409, 'Ya esperas diez servicios. Deja uno para esperar otro.'],
  times_are_free: [409, 'Hay horas libres en esas fechas: elige una y es tuya.'],
  link_over: [410, 'Este enlace ya no espera respuesta.'],
  credit_changed: [409, 'Tu saldo cambió mientras reservabas. Revísalo antes de continuar.'],
  price_changed: [409, 'El precio cambió mientras reservabas. Revísalo antes de continuar.'],
  unit_taken: [409, 'Esa unidad ya está ocupada a esa hora.'],
  no_such_professional: [
    404,
    'Nadie con ese correo o teléfono tiene un perfil profesional publicado. Puedes enviarle una invitación.',
  ],
  calendar_address: [400, 'Pega la dirección secreta en formato iCal: empieza con https:// o webcal://.'],
  webhook_address: [400, 'Escribe una dirección que empiece con https:// y esté en internet.'],
  webhook_saved_already: [409, 'Esa dirección ya recibe avisos.'],
  webhooks_full: [409, 'Ya hay cinco direcciones. Quita una para agregar otra.'],
  webhook_off: [409, 'Esa dirección está apagada. Enciéndela primero.'],
  calendar_provider_missing: [409, 'Aquí todavía no se puede conectar ese calendario. Usa su dirección.'],
  calendar_server_address: [
    400,
    'Escribe la dirección del servidor, como https://nube.ejemplo.mx: empieza con https y está en internet.',
  ],
  calendar_password_wrong: [
    400,
    'Ese servicio no aceptó el usuario y la contraseña. Usa una contraseña de app, no la de tu cuenta, y revisa el usuario.',
  ],
  calendar_server_none: [
    400,
    'En esa dirección no encontramos calendarios CalDAV. Copia la dirección que da tu servicio.',
  ],
  calendar_server_silent: [409, 'Ese servicio no responde ahora. Inténtalo otra vez en unos minutos.'],
  too_many_accounts: [409, 'Ya hay dos cuentas conectadas. Desconecta una para conectar otra.'],
  calendar_is_own: [409, 'Ese calendario es el de Kalli: lo que hay en él ya ocupa tu agenda.'],
  calendar_of_another_unit: [409, 'Ese calendario ya es de otra unidad. Elige otro, o quítaselo primero.'],
  calendar_not_writable: [
    409,
    'En ese calendario no podemos escribir. Elige otro, o conecta la cuenta otra vez y danos permiso.',
  ],
  calendar_difference_over: [409, 'Eso ya se decidió. Actualiza la página para ver cómo quedó.'],
  calendar_hour_not_offered: [
    409,
    'A esa hora no se puede: elige otra en la cita, o regresa el evento a su hora en tu calendario.',
  ],
  too_many_calendars: [409, 'Ya hay tres calendarios conectados. Quita uno para conectar otro.'],
  cash_closed: [
    409,
    'Debes demasiado de cobros en efectivo para anotar otro. Se descuenta de tu próximo depósito; mientras, envía el enlace de pago.',
  ],
  rent_not_allowed: [409, 'Todavía no puedes rentar aquí. Revisa qué te falta.'],
  own_time_taken: [409, 'Ya tienes algo en tu agenda a esa hora.'],
  class_dates: [409, 'Alguna de las fechas no se puede y no se programó ninguna. Revisa la lista.'],
  class_there: [
    409,
    'En esas horas hay una clase programada. Pide a quien la da que la cancele, o cierra otras horas.',
  ],
  class_begun: [
    409,
    'La clase ya empezó, se canceló o alguien ya registró su llegada: ya no se puede mover ni cancelar.',
  ],
  class_not_there: [409, 'A esa hora o en ese lugar ya no se puede dar. Elige otra.'],
  service_has_classes: [
    409,
    'Hay clases programadas de este servicio. Cancélalas antes de que deje de ser clase.',
  ],
  visits_within: [409, 'Hay citas dentro de esas horas. Muévelas o cancélalas antes.'],
  return_too_late: [409, 'Ya pasó el límite del espacio para devolver esas horas.'],
  pack_over: [409, 'Ese paquete ya no está vigente.'],
  pack_short: [409, 'A tu paquete no le quedan tantas horas.'],
  session_pack_short: [409, 'A tu paquete ya no le quedan sesiones.'],
  session_pack_not_here: [
    409,
    'Esta cita no se puede pagar con tu paquete: es de otro servicio, o lleva algo que el paquete no incluye.',
  ],
  gift_card_unknown: [
    404,
    'Ese código no abre ningún regalo por canjear. Revísalo letra por letra; si ya lo canjeaste, está en tu saldo.',
  ],
  gift_card_words: [
    400,
    'Tu regalo llega en una carta nuestra: quita de los nombres y del mensaje teléfonos, correos y enlaces.',
  ],
  gift_card_day: [400, 'Elige un día desde hoy y dentro de un año.'],
  gift_card_letters: [409, 'Esta tarjeta ya se envió diez veces. Copia el enlace y envíalo tú.'],
  own_booking: [
    409,
    'Esta cita es contigo: con tu cuenta, tu correo, tu teléfono o tus tarjetas no puedes ser tu propio cliente. Si es para un cliente, hazla desde «Mis citas» con sus datos.',
  ],
  own_service: [409, 'Es tu propio servicio.'],
  hand_over_over: [409, 'Esta oferta de horas ya no está abierta.'],
  already_closed: [409, 'Parte de ese tiempo ya está cerrado. Revisa los cierres que tienes.'],
  impact_changed: [409, 'Mientras elegías cambió algo. Revisa cómo queda y vuelve a confirmar.'],
  part_of_closure: [409, 'Esto es parte de un cierre: cambia o quita el cierre completo.'],
  time_is_past: [400, 'Elige un tiempo que todavía no pase.'],
  hours_overlap: [409, 'Esos horarios se enciman con otros del mismo día.'],
  // bookings
  move_not_allowed: [409, 'Esta reserva ya no permite esa acción.'],
  stale_version: [409, 'Esto cambió mientras lo veías. Actualiza para ver cómo quedó.'],
  device_time_ahead: [
    409,
    'La hora de tu equipo va adelantada. Corrígela y registra la llegada o la salida otra vez.',
  ],
  device_time_too_old: [409, 'Pasó más de un día desde que se registró en tu equipo: ya no se toma.'],
  absence_said_meanwhile: [
    409,
    'Mientras no tenías conexión registraron que no llegaste. Si estuviste ahí, dilo desde la cita.',
  ],
  too_early: [409, 'Todavía no es hora de hacer eso.'],
  wrong_code: [400, 'Ese código no corresponde a esta cita.'],
  too_far: [409, 'Estás lejos del lugar de la cita.'],
  position_unclear: [409, 'Tu equipo no sabe bien dónde está.'],
  position_unavailable: [409, 'Aquí la llegada no se registra por ubicación.'],
  quote_expired: [410, 'La cotización venció. Pide una nueva para continuar.'],
  quote_changed: [409, 'Las condiciones cambiaron. Revisa la nueva cotización.'],
  service_has_bookings: [
    409,
    'Hay citas por venir con este servicio. Revísalas: se quedan como se reservaron.',
  ],
  service_has_packs: [
    409,
    'Hay paquetes con sesiones por usar. Revisa cuánto se devuelve antes de archivarlo.',
  ],
  forms_full: [409, 'Ya tienes treinta formularios. Archiva uno para agregar otro.'],
  forms_missing: [409, 'Contesta primero el formulario de tu cita.'],
  option_needed: [409, 'Falta elegir una opción del servicio: una de cada grupo.'],
  home_needed: [400, 'Escribe la dirección a la que iría.'],
  outside_home_radius: [409, 'Esa dirección queda fuera de la zona a la que va a domicilio.'],
  place_too_small: [409, 'En ese lugar no caben tantas personas a la vez. Elige otro, o vengan menos.'],
  first_visit_only: [
    409,
    'Este servicio es solo para la primera visita, y ya tienes una con esta persona. Elige otro.',
  ],
  coupon_unknown: [404, 'Ese cupón no existe o ya no vale. Revisa cómo está escrito.'],
  coupon_not_here: [409, 'Ese cupón es para otros servicios.'],
  coupon_not_then: [409, 'Ese cupón no vale en la fecha de tu cita.'],
  coupon_used_up: [409, 'Ese cupón ya se usó todas las veces que valía.'],
  coupon_once: [409, 'Ese cupón se usa una sola vez, y ya lo usaste. Quítalo para continuar.'],
  coupon_too_much: [409, 'Con ese cupón no queda un precio que se pueda cobrar.'],
  coupon_exists: [409, 'Ya tienes un cupón con esa palabra.'],
  coupons_full: [409, 'Ya tienes cien cupones. Cambia uno de los que ya no usas.'],
  companions_missing: [400, 'Falta el nombre de alguien que viene contigo.'],
  adult_needed: [400, 'Con menores de edad necesitamos que declares que los acompañas.'],
  companions_full: [409, 'Ya guardaste a doce personas. Borra a alguien para agregar otra.'],
  companion_known: [409, 'Ya guardaste a alguien con ese nombre.'],
  answers_incomplete: [400, 'Revisa tus respuestas: falta alguna.'],
  consent_needed: [400, 'Para guardar respuestas sobre tu salud necesitamos tu consentimiento.'],
  form_changed: [409, 'El formulario cambió mientras lo contestabas. Revisa las preguntas nuevas.'],
  too_late_to_answer: [409, 'Esta cita ya pasó o se canceló: su formulario ya no se contesta.'],
  services_full: [409, 'Ya tienes cien servicios. Archiva uno para agregar otro.'],
  licence_needed: [409, 'Para ofrecer este servicio sube primero tu cédula profesional vigente.'],
  // money
  card_declined: [402, 'Tu banco rechazó la tarjeta. Intenta con otra; tu horario sigue apartado.'],
  amount_not_taken: [
    409,
    'Esa forma de pago no recibe este importe: en OXXO se pagan de $10 a $10,000. Elige otra; tu hora sigue apartada.',
  ],
  refund_not_waiting: [409, 'Esa devolución ya se atendió. Actualiza la página para ver cómo quedó.'],
  method_unavailable: [409, 'Esta hora no se puede pagar así. Elige otra forma de pago; sigue apartada.'],
  installments_unavailable: [
    409,
    'Con esta tarjeta no se puede pagar en esos meses. Elige otro plazo o paga de contado; tu hora sigue apartada.',
  ],
  deposit_needed: [409, 'Antes de entrar falta apartar la garantía en una tarjeta.'],
  deposit_declined: [402, 'Tu banco no apartó la garantía. Intenta con otra tarjeta.'],
  deposit_not_movable: [409, 'Esta garantía ya no permite esa acción.'],
  chargeback_not_movable: [409, 'A este contracargo ya no se le puede responder.'],
  dispute_not_movable: [409, 'Este problema ya no permite esa acción.'],
  second_person_needed: [
    409,
    'Pasa de $5,000: lo decide otra persona del equipo, de acuerdo con lo que ya se propuso.',
  ],
  card_expired: [409, 'Esa tarjeta ya venció. Elige otra; tu horario sigue apartado.'],
  card_invalid: [400, 'Revisa los datos de la tarjeta.'],
  change_card_declined: [402, 'Tu banco rechazó la tarjeta. Intenta con otra; tu cita sigue a su hora.'],
  payout_account_rejected: [409, 'El procesador no abrirá esta cuenta. Escríbenos y lo vemos contigo.'],
  payouts_unreachable: [
    503,
    'No pudimos hablar con el procesador de pagos. Intenta de nuevo en unos minutos.',
  ],
  payment_in_progress: [409, 'Tu pago se está procesando. Espera unos segundos.'],
  margin_guard: [409, 'Con este precio y esta renta el profesional no ganaría. No se puede reservar.'],
  // messages between users
  conversation_closed: [409, 'Esta conversación no recibe mensajes por ahora.'],
  message_of_another: [409, 'Ese mensaje ya existe. Escríbelo de nuevo.'],
  no_account_to_block: [409, 'Esta persona no tiene cuenta. Reporta el mensaje y lo revisamos.'],
  message_reported: [409, 'Ese mensaje ya se reportó. Lo estamos revisando.'],
  contact_in_review: [
    400,
    'Una reseña no lleva teléfonos, correos, enlaces ni usuarios de otras redes. Quítalos y envíala otra vez.',
  ],
  review_answered: [409, 'Ya respondiste esta reseña.'],
  review_reported: [409, 'Esa reseña ya se reportó. Lo estamos revisando.'],
  report_decided: [409, 'Alguien del equipo ya decidió este reporte.'],
  too_many_streams: [503, 'Hay demasiadas ventanas abiertas. Seguimos preguntando cada tanto.'],
  // messages to Kalli
  form_expired: [410, 'Este formulario se abrió hace mucho. Lo que escribiste sigue aquí: envíalo otra vez.'],
  too_quick: [400, 'Eso fue muy rápido. Espera unos segundos y envíalo de nuevo.'],
  // transport
  idempotency_mismatch: [422, 'Esa clave de repetición ya se usó con otros datos.'],
  in_progress: [409, 'Esa solicitud todavía se está procesando.'],
  too_many_requests: [429, 'Demasiados intentos. Espera un momento y vuelve a intentarlo.'],
  database_unavailable: [
    503,
    'Por ahora no podemos leer ni guardar tus datos. Intenta de nuevo en unos segundos.',
  ],
  busy: [503, 'Hay mucha gente en este momento. Intenta de nuevo en unos segundos.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

/** The specification's texts for replies without a readable body (spec §8). */
const defaultMessages: Readonly<Record<number, string>> = {
  400: 'Datos inválidos. Por favor verifica la información.',
  401: 'No autorizado. Por favor inicia sesión.',
  403: 'No tienes permisos para realizar esta acción.',
  404: 'Recurso no encontrado.',
  409: 'Conflicto con el estado actual.',
  500: 'Error del servidor. Por favor intenta más tarde.',
  502: 'Error del servidor. Por favor intenta más tarde.',
  503: 'Error del servidor. Por favor intenta más tarde.',
}
const otherMessage = 'Error al procesar su solicitud.'
/** Not in the specification: shown when no reply was received. */
export const offlineMessage = 'No hay conexión. Revisa tu internet e intenta de nuevo.'

/** The message of an unsuccessful reply, for the reader (spec §8); `body` undefined when it could not be parsed. */
export const messageOf = (reply: { status: number; statusText: string; body: unknown }): string => {
  const said = [field(reply.body, 'message'), field(reply.body, 'error')]
  // Replies over HTTP/2 carry no status text.
  if (reply.body !== undefined) said.push(reply.statusText)
  return said.find(isText) ?? defaultMessages[reply.status] ?? otherMessage
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined
