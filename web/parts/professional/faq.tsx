import type { PublicProfessional } from '#contract/search/public-page.ts'
import { Questions } from '#web/ui/form/questions.tsx'

/** Frequent questions before booking. */
export const Faq = ({ of: one }: { of: PublicProfessional }) => <Questions list={questionsFor(one)} />

const questionsFor = (one: PublicProfessional) => {
  const areas = [...new Set(one.places.map(({ neighbourhood, city }) => neighbourhood ?? city))]
  return [
    {
      question: `¿Dónde atiende ${one.user.firstName}?`,
      answer:
        areas.length === 0
          ? 'Todavía no publica un lugar.'
          : `En ${areas.join(', ')}. La dirección exacta la recibes al confirmar tu cita.`,
    },
    {
      question: '¿Necesito una cuenta para reservar?',
      answer: 'No. Basta tu nombre y un teléfono que confirmas con un código: ahí llega el enlace a tu cita.',
    },
    {
      question: '¿Cuánto cuesta usar Kalli?',
      answer: 'Para ti nada: pagas el precio del servicio, con IVA incluido.',
    },
    {
      question: '¿Qué quiere decir la insignia?',
      answer: one.verified
        ? 'Que comprobamos su identidad; al tocarla ves de qué forma. La calidad la cuentan las reseñas, que solo escribe quien tuvo su cita.'
        : 'Este perfil todavía no tiene verificación. Las reseñas solo las escribe quien tuvo su cita.',
    },
  ]
}
