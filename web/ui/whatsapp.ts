/** A link that opens WhatsApp with this number and the text prefilled. */
export const whatsappTo = (phone: string, text: string): string =>
  `https://wa.me/${phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
