import { type ChangeEvent, useState } from 'react'

/**
 * A tick that is saved at once: it shows the new state from the press on, and the saved state once that is answered. `save` reports its
 * own failure.
 */
export const useSavedTick = (isActive: boolean, save: (wanted: boolean) => Promise<unknown>) => {
  const [pressed, press] = useState<boolean | null>(null)
  return {
    checked: pressed ?? isActive,
    onChange: ({ target: { checked } }: ChangeEvent<HTMLInputElement>) => {
      if (pressed !== null) return
      press(checked)
      void save(checked)
        .catch(() => undefined)
        .finally(() => press(null))
    },
  }
}
