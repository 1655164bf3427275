/** The name and look of each level above 0 (spec §4): green, blue, gold. */
export const badgeKinds = [
  { text: 'Verificado por SMS', look: 'text-[light-dark(#27734f,#7fcba0)]' },
  { text: 'Verificado por correo y SMS', look: 'text-[light-dark(#2a5fa8,#8fbcf5)]' },
  { text: 'Verificación biométrica, máxima seguridad', look: 'text-[light-dark(#875605,#f0bd57)]' },
] as const
