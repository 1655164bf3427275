import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Copy, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { ownOrigin } from '#web/origin.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { copyText } from '#web/ui/copy.ts'

/** A professional's or host's link to /book, as an address and as a QR code to print. */
export const OwnLink = ({
  title,
  text,
  of,
  name,
  children,
}: {
  title: string
  text: string
  of: Pick<BookingSearch, 'professional' | 'business' | 'space'>
  /** The name used when sharing. */
  name: string
  /** Other links to the same. */
  children?: ReactNode
}) => {
  const router = useRouter()
  const widgetAt = (of.business === undefined ? paths.professionalDashboard : paths.hostDashboard)({
    tab: 'profile',
    section: 'widget',
  })
  const path = router.buildLocation(paths.book(of)).href
  const link = ownOrigin() + path
  return (
    <Panel title={title} text={text}>
      <div className="flex flex-wrap items-start gap-6">
        <QrCode of={link} />
        <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
          <Field label="Tu enlace">
            {(control) => (
              <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <CopyButton what={link} done="Enlace copiado" label="Copiar enlace" />
            <ShareButton title={name} path={path} />
          </div>
        </div>
      </div>
      {children}
      <p className="text-muted">
        ¿Tienes sitio web?{' '}
        <Link {...widgetAt} className="font-medium underline underline-offset-4">
          Pon tus horarios en tu página
        </Link>
      </p>
    </Panel>
  )
}

export const CopyButton = ({ what, done, label }: { what: string; done: string; label: string }) => (
  <Button
    tone="secondary"
    size="small"
    className="self-start"
    onClick={() => void copyText(what, done, 'Pégalo donde quieras.', 'Selecciona el texto y cópialo.')}
  >
    <Copy aria-hidden className="size-4.5" />
    {label}
  </Button>
)

/** Drawn in the browser: the QR library is loaded with the card. */
const useQr = (of: string) =>
  useQuery({
    queryKey: ['qr', of],
    queryFn: async () => {
      const { default: qrcode } = await import('qrcode')
      const svg = await qrcode.toString(of, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
      return `data:image/svg+xml,${encodeURIComponent(svg)}`
    },
    staleTime: Infinity,
    enabled: !import.meta.env.SSR,
  })

export const QrCode = ({ of, file = 'kalli-reserva.svg' }: { of: string; file?: string }) => (
  <div className="flex w-40 max-w-full shrink-0 flex-col gap-2">
    <QrImage of={of} />
    <QrDownload of={of} file={file} />
  </div>
)

/** Nothing where it cannot be drawn. */
export const QrImage = ({ of }: { of: string }) => {
  const code = useQr(of)
  if (code.isError) return null
  return code.data === undefined ? (
    <Skeleton className="size-40" />
  ) : (
    <img
      src={code.data}
      alt="Código QR de tu enlace"
      width={160}
      height={160}
      className="aspect-square w-40 max-w-full rounded-md border border-line bg-white"
    />
  )
}

export const QrDownload = ({ of, file }: { of: string; file: string }) => {
  const code = useQr(of)
  if (code.isError) return null
  return (
    <a
      href={code.data ?? '#'}
      download={code.data === undefined ? undefined : file}
      aria-disabled={code.data === undefined}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
    >
      <Download aria-hidden className="size-4.5" />
      Bajar QR
    </a>
  )
}
