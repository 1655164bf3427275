/** The first message of a booking by WhatsApp from one professional's link: its code says with whom. */

export const openingText = (name: string, professionalId: number): string =>
  `Hola, quiero una cita con ${name} (K${professionalId})`

/** The professional of such a message, whatever its sender wrote around the code; null: it has none. */
export const openedIn = (text: string): number | null => {
  const found = /\(\s*k\s?(\d{1,9})\s*\)|^\s*k(\d{1,9})\s*$/i.exec(text)
  return found === null ? null : Number(found[1] ?? found[2])
}

/** The address that opens WhatsApp with this text; `number` as a telephone, with its plus. */
export const openingLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace('+', '')}?text=${encodeURIComponent(text)}`
