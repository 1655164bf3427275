import type { Chapter } from '#web/parts/article/article.tsx'

export const about: readonly Chapter[] = [
  {
    id: 'nombre',
    title: 'Una casa con tres puertas',
    blocks: [
      'Calli es casa en náhuatl. Por una puerta entra quien busca un corte, un masaje o una consulta. Por otra, quien los da. Por la tercera, quien tiene una silla, una cabina o un consultorio con horas libres.',
      'En una cita casi siempre hay tres partes, y casi nunca se hablan entre sí: el cliente reserva sin saber si el lugar está libre, la profesional renta un mes para usar tres días, el espacio ve pasar tardes vacías. Kalli los sienta a la misma mesa.',
    ],
  },
  {
    id: 'como',
    title: 'Lo que hacemos distinto',
    blocks: [
      {
        facts: [
          [
            'Una reserva, tres partes',
            'Tu cita toma a la vez la hora de quien te atiende, del lugar y la tuya. O todo, o nada: dos citas en la misma silla son imposibles.',
          ],
          [
            'Un pago, tres recibos',
            'Pagas una vez. Después del servicio el dinero se reparte, y cada quien ve su parte línea por línea, hasta el último centavo.',
          ],
          [
            'Horarios que existen',
            'La misma regla decide lo que ves al buscar, al elegir y al confirmar. Si se muestra, se puede reservar.',
          ],
          [
            'Dinero sin sorpresas',
            'Antes de pagar, cambiar o cancelar ves la cifra exacta. Lo que se cotiza es lo que se cobra.',
          ],
        ],
      },
    ],
  },
  {
    id: 'cuidamos',
    title: 'A quién cuidamos, y cómo',
    blocks: [
      {
        list: [
          'A clientes: 0 % de comisión, la política de cancelación con fechas y solo reseñas de quien tuvo la cita.',
          'A profesionales: trabajan por su cuenta, a su precio. Un horario solo se ofrece si todavía ganan después de comisión y renta.',
          'A espacios: cobran por el uso real y deciden con quién. Ven ocupación y nombre de pila; los datos de los clientes se quedan con quien los atiende.',
        ],
      },
      'El detalle del dinero está en [Comisiones](pricing). Lo que guardamos de ti, en el [Aviso de privacidad](privacy).',
    ],
  },
  {
    id: 'hablemos',
    title: 'Hablemos',
    blocks: ['¿Una idea, una duda, un desacuerdo? [Escríbenos](contact): lo lee una persona.'],
  },
]
