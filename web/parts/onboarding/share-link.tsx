import { useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle, Printer } from 'lucide-react'
import { categories } from '#contract/professional/categories.ts'
import type { Profile } from '#contract/professional/professional.ts'
import { ownOrigin } from '#web/origin.ts'
import { CopyButton, QrDownload, QrImage } from '#web/parts/booking/summary/own-link.tsx'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'

/** The professional's link for clients: for messages, profiles, or printed as a sign. */
export const ShareLink = ({ profile }: { profile: Profile }) => {
  const router = useRouter()
  const path = router.buildLocation(paths.book({ professional: profile.id })).href
  const link = ownOrigin() + path
  const whatsapp = `Hola, ya puedes reservar conmigo en línea. Elige servicio, día y hora aquí: ${link}`
  const instagram = `Ya puedes reservar tu cita conmigo en línea: ves mis horas libres y eliges la tuya.\n${tradesOf(profile)} en ${zoneOf(profile)}.\nEl enlace está en mi perfil: ${link}`
  return (
    <>
      <section aria-label="Tu enlace" className="no-print flex flex-col gap-3">
        <Field label="Tu enlace">
          {(control) => (
            <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <a
            href={`https://wa.me/?text=${encodeURIComponent(whatsapp)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'small' })}
          >
            <MessageCircle aria-hidden className="size-4.5" />
            Enviar por WhatsApp
          </a>
          <CopyButton what={link} done="Enlace copiado" label="Copiar enlace" />
          <ShareButton title="Reserva conmigo" path={path} />
        </div>
        <Field label="Texto para Instagram" hint="Pon el enlace en tu perfil y este texto en tu publicación.">
          {(control) => (
            <TextArea
              {...control}
              readOnly
              rows={4}
              value={instagram}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <CopyButton what={instagram} done="Texto copiado" label="Copiar texto" />
      </section>
      <Sign profile={profile} link={link} />
    </>
  )
}

/** The sign to hang beside the mirror: printed alone on its page. */
const Sign = ({ profile, link }: { profile: Profile; link: string }) => {
  const { data: user } = useQuery(sessionQuery)
  return (
    <section aria-labelledby="letrero" className="flex flex-col gap-3">
      <div className="no-print flex flex-wrap items-center justify-between gap-3">
        <h2 id="letrero" className="text-xl">
          Tu letrero
        </h2>
        <p className="flex flex-wrap gap-2">
          <QrDownload of={link} file="kalli-letrero.svg" />
          <Button tone="secondary" size="small" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            Imprimir
          </Button>
        </p>
      </div>
      <div className="print-sheet flex flex-col items-center gap-4 rounded-lg border border-line bg-white p-7 text-center text-black print:border-0 print:pt-24">
        <Logo />
        <p className="font-display text-3xl font-semibold">
          {user?.firstName} {user?.lastName}
        </p>
        <p className="text-lg">{tradesOf(profile)}</p>
        <QrImage of={link} />
        <p className="text-xl font-semibold">Escanea y reserva tu cita</p>
        <p className="break-all">{link.replace(/^https?:\/\//, '')}</p>
      </div>
    </section>
  )
}

const tradesOf = ({ categories: own }: Profile) => own.map((one) => categories[one]).join(' · ')
const zoneOf = ({ neighbourhood, city }: Profile) => neighbourhood ?? city
