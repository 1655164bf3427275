/** The shortest password (spec §5, §9; at registration too by product.md §2 row 10). */
export const passwordMinimum = 6
export const tooShort = 'La contraseña debe tener al menos 6 caracteres'
export const notTheSame = 'Las contraseñas no coinciden'

const words = ['Muy débil', 'Débil', 'Aceptable', 'Buena', 'Fuerte'] as const

/** How hard a password is to guess, 0 to 4, by its length and character classes. A hint, not a rule. */
export const strengthOf = (password: string): { score: number; word: string } => {
  const kinds = [/[a-záéíóúüñ]/, /[A-ZÁÉÍÓÚÜÑ]/, /\d/, /[^\p{L}\d]/u].filter((kind) =>
    kind.test(password),
  ).length
  const different = new Set(password).size
  const score =
    password.length < passwordMinimum || different < 4
      ? 0
      : Math.min(4, Math.floor((password.length - 4) / 4) + (kinds > 1 ? 1 : 0) + (kinds > 2 ? 1 : 0))
  return { score, word: words[score] ?? words[0] }
}
