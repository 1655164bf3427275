import { type ChangeEvent, useState } from 'react'

/** A checkbox that saves at once: it shows the new state while the call runs, then the saved one. `save` reports its own failure. */
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
