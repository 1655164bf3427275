/** A visit as a `.pkpass`, signed with the operator's certificate. The library is loaded at the first pass. */
import { dayMs } from '#contract/platform/duration.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import sharp from 'sharp'
import type { VisitPass } from '#server/pass/pass.ts'
import { whenOf } from '#server/pass/pass.ts'
import type { ApplePass } from '#server/platform/config-providers.ts'
import type { Work } from '#server/platform/work.ts'

/** The token that a device sends for this pass: derived, so nothing is stored, and no token opens another pass. */
export const passToken = ({ config }: Pick<Work, 'config'>, id: string) =>
  createHmac('sha256', config.secret).update(`kalli pass ${id}`).digest('base64url')

export const isPassToken = (work: Pick<Work, 'config'>, id: string, given: string): boolean => {
  const [expected, shown] = [Buffer.from(passToken(work, id)), Buffer.from(given)]
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}

/** An arch on jacaranda, like the logo. */
const logoOf = (size: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 58 58"><rect width="58" height="58" rx="13" fill="#5b3f8c"/><path d="M14 46V28a15 15 0 0 1 30 0v18" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

let pictures: Promise<Record<string, Buffer>> | undefined
const picturesOnce = () =>
  (pictures ??= Promise.all([logoOf(29), logoOf(58), logoOf(87)]).then(([one, two, three]) => ({
    'icon.png': one,
    'icon@2x.png': two,
    'icon@3x.png': three,
    'logo.png': two,
  })))

export const appleFile = async (work: Work, settings: ApplePass, visit: VisitPass): Promise<Buffer> => {
  const { PKPass } = await import('passkit-generator')
  const pass = new PKPass(
    await picturesOnce(),
    { wwdr: settings.authority, signerCert: settings.certificate, signerKey: settings.key },
    {
      formatVersion: 1,
      passTypeIdentifier: settings.passType,
      teamIdentifier: settings.team,
      organizationName: 'Kalli',
      serialNumber: visit.id,
      description: `Cita: ${visit.service}`,
      logoText: 'Kalli',
      backgroundColor: 'rgb(91,63,140)',
      foregroundColor: 'rgb(255,255,255)',
      labelColor: 'rgb(226,214,245)',
      webServiceURL: `${work.config.publicUrl}/api/wallet`,
      authenticationToken: passToken(work, visit.id),
      sharingProhibited: true,
      ...(visit.isVoid ? { voided: true } : {}),
    },
  )
  pass.type = 'eventTicket'
  pass.primaryFields.push({ key: 'service', label: visit.professional, value: visit.service })
  pass.secondaryFields.push({
    key: 'when',
    label: 'Cuándo',
    value: whenOf(visit),
    changeMessage: 'Tu cita cambió: %@',
  })
  pass.auxiliaryFields.push({ key: 'place', label: 'Lugar', value: visit.place })
  if (visit.code !== '')
    pass.auxiliaryFields.push({ key: 'code', label: 'Código de llegada', value: visit.code })
  for (const [key, label, value] of [
    ['address', 'Dirección', visit.address],
    ['directions', 'Cómo llegar', visit.directions],
    ['link', 'Ver o cambiar la cita', visit.link],
  ] as const)
    if (value !== '') pass.backFields.push({ key, label, value })
  pass.setRelevantDate(visit.startsAt)
  pass.setExpirationDate(new Date(visit.endsAt.getTime() + dayMs))
  if (visit.position !== null) pass.setLocations(visit.position)
  if (visit.code !== '' && !visit.isVoid)
    pass.setBarcodes({
      format: 'PKBarcodeFormatQR',
      message: visit.code,
      messageEncoding: 'iso-8859-1',
      altText: visit.code,
    })
  return pass.getAsBuffer()
}
