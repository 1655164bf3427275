import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { RolePage } from '#web/parts/landing/role-page.tsx'
import { paths } from '#web/paths.ts'

const lead =
  'Atiende en tu lugar o en espacios listos por hora. Tus clientes ven horarios que existen, pagan una vez y tú recibes tu parte explicada.'

export const Route = createFileRoute('/for-professionals')({
  head: () => publicHead({ title: 'Para profesionales', description: lead, path: '/for-professionals' }),
  component: () => (
    <RolePage
      side="professionals"
      eyebrow="Para profesionales"
      title="Tu agenda llena, sin rentar el mes entero"
      lead={lead}
      picture={{
        src: '/pictures/space/chair/12/2.svg',
        alt: 'Una estación de trabajo con espejo y silla, lista para usarse.',
      }}
      reasons={[
        {
          title: 'Pagas cuando ganas',
          text: '10 % sobre reservas confirmadas. Aparecer, tener agenda y cobrar no cuesta.',
        },
        {
          title: 'Espacios por hora',
          text: 'Sillas, cabinas y consultorios cerca de tus clientes, solo las horas que trabajas.',
        },
        {
          title: 'Nunca dos citas encimadas',
          text: 'Tu hora y la del lugar se toman juntas. Es imposible vender la misma dos veces.',
        },
        {
          title: 'Nunca a pérdida',
          text: 'Si después de comisión y renta no ganas, ese horario no se ofrece.',
        },
      ]}
      example={{
        title: 'Un servicio de $650 en un espacio de $150 la hora',
        lines: [
          ['Precio del servicio', '$650'],
          ['Comisión, 10 %', '−$65'],
          ['Renta, 1 h 30 min', '−$225'],
        ],
        total: ['Recibes', '$360'],
      }}
      help={paths.helpProfessionals()}
    />
  ),
})
