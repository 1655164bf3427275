import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { RolePage } from '#web/parts/landing/role-page.tsx'
import { paths } from '#web/paths.ts'

const lead =
  'Renta por hora tus sillas, cabinas y consultorios a profesionales que tú apruebas. Cobras por el uso real, después de cada servicio.'

export const Route = createFileRoute('/for-spaces')({
  head: () => publicHead({ title: 'Para espacios', description: lead, path: '/for-spaces' }),
  component: () => (
    <RolePage
      side="spaces"
      eyebrow="Para espacios"
      title="Tus horas vacías también trabajan"
      lead={lead}
      picture={{
        src: '/pictures/space/cabin/9/1.svg',
        alt: 'Una cabina de masaje tranquila con luz de tarde.',
      }}
      reasons={[
        {
          title: 'Tú decides con quién',
          text: 'Un convenio por persona: tarifa, días, categorías y vigencia. Lo pausas cuando quieras.',
        },
        {
          title: 'Cada unidad, su agenda',
          text: 'Silla 1, cabina 2, consultorio 3. Con minutos de limpieza entre una cita y otra.',
        },
        { title: 'Sin cuota fija', text: '5 % de la renta cobrada. Si nadie usa tu espacio, no pagas nada.' },
        {
          title: 'Tu dirección, protegida',
          text: 'En público se ve la zona. La dirección exacta llega con la reserva confirmada.',
        },
      ]}
      example={{
        title: 'Una cabina de $150 la hora, rentada hora y media',
        lines: [
          ['Renta, 1 h 30 min', '$225'],
          ['Comisión, 5 %', '−$11.25'],
        ],
        total: ['Recibes', '$213.75'],
      }}
      help={paths.helpHosts()}
    />
  ),
})
