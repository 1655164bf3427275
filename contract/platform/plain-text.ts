/** As people type it: without accents and capitals. "Peluquería" and "peluqueria" are one. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
