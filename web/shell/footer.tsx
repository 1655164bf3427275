import { useRouter } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { Greca, Logo } from '#web/ui/logo.tsx'

const columns = [
  {
    title: 'Profesionales',
    links: [
      { text: 'Cómo funciona', to: paths.forProfessionals() },
      { text: 'Buscar espacios', to: paths.search({ type: 'spaces' }) },
      { text: 'Comisiones', to: paths.pricing() },
      { text: 'Ayuda', to: paths.helpProfessionals() },
    ],
  },
  {
    title: 'Espacios',
    links: [
      { text: 'Publica tu espacio', to: paths.forSpaces() },
      { text: 'Buscar profesionales', to: paths.search() },
      { text: 'Comisiones', to: paths.pricing() },
      { text: 'Ayuda', to: paths.helpHosts() },
    ],
  },
] as const

const below = [
  { text: 'Tarjetas de regalo', to: paths.giftCard() },
  { text: 'Privacidad', to: paths.privacy() },
  { text: 'Términos', to: paths.terms() },
] as const

/** Brand, links for professionals, links for hosts, contact (spec §2). */
export default function Footer() {
  const router = useRouter()
  const hrefOf = (to: LinkProps) => router.buildLocation(to).href
  return (
    <footer className="mt-20 border-t border-line bg-sunk">
      <Greca className="text-barro/70 -mt-1.5" />
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-6 gap-y-9 py-12 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr] lg:gap-x-10">
        <div className="col-span-full flex flex-col gap-4 lg:col-span-1">
          <Logo />
          <p className="max-w-[34ch] text-muted">
            La casa de quienes cuidan. Profesionales, espacios y clientes en una misma agenda, con el dinero
            claro.
          </p>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="font-sans text-base font-semibold tracking-normal">{column.title}</h2>
            <ul className="mt-2">
              {column.links.map((link) => (
                <li key={link.text}>
                  <a
                    href={hrefOf(link.to)}
                    className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline"
                  >
                    {link.text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="col-span-full lg:col-span-1">
          <h2 className="font-sans text-base font-semibold tracking-normal">Contacto</h2>
          <ul className="mt-2 flex flex-wrap gap-x-8 text-muted lg:flex-col">
            <li className="inline-flex min-h-11 items-center">hola@kalli.test</li>
            <li className="figures inline-flex min-h-11 items-center">+52 55 0000 0000</li>
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 py-4 text-[0.9375rem] text-muted">
          <p>© 2024 Kalli. Todos los derechos reservados.</p>
          <p className="flex flex-wrap gap-x-5">
            {below.map(({ text, to }) => (
              <a
                key={text}
                href={hrefOf(to)}
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
              >
                {text}
              </a>
            ))}
          </p>
        </div>
      </div>
    </footer>
  )
}
