import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

/** The profile that a screen needs; the viewer's account has none. */
export type Profile = 'professional' | 'host'

const words = {
  professional: {
    title: 'Esta página es de profesionales',
    text: 'Aquí lleva su día quien ofrece servicios. Tu cuenta todavía no tiene ese perfil.',
    step: 'Ver cómo ofrecer servicios',
    link: paths.forProfessionals(),
  },
  host: {
    title: 'Esta página es de anfitriones',
    text: 'Aquí ve sus espacios quien los renta. Tu cuenta todavía no tiene ese perfil.',
    step: 'Ver cómo publicar un espacio',
    link: paths.forSpaces(),
  },
} as const

export const OtherProfile = ({ profile }: { profile: Profile }) => {
  const { title, text, step, link } = words[profile]
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
      <LogoMark className="size-16 text-barro/60" />
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="max-w-[44ch] text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link {...link} className={buttonClass()}>
          {step}
        </Link>
        <Link {...paths.home()} className={buttonClass({ tone: 'secondary' })}>
          Ir al inicio
        </Link>
      </div>
    </div>
  )
}
