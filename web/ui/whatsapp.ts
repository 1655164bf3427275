/** Opens WhatsApp with this telephone and the text ready to send. */
export const whatsappTo = (phone: string, text: string): string =>
  `https://wa.me/${phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
