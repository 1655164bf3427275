/**
 * This device's position, requested from the browser only when the user presses for it. The first readings of a phone are rough: it is
 * watched until one is good, or for some seconds, and the best counts.
 */
import type { Position } from '#contract/places/position.ts'

/** Better than this is accepted at once. */
const goodMeters = 40
const listenMs = 8_000
const patienceMs = 20_000

const words = {
  unsupported: 'Este navegador no dice dónde está. Usa otra forma de registrar.',
  denied:
    'No hay permiso de usar tu ubicación. Se da en los ajustes del sitio, junto a la dirección de la página. Mientras, usa otra forma de registrar.',
  unavailable:
    'Tu equipo no encontró dónde está. Revisa que su ubicación esté encendida e inténtalo otra vez, o usa otra forma de registrar.',
  timeout:
    'Tu equipo tardó demasiado en decir dónde está. Sal a donde se vea el cielo e inténtalo otra vez, o usa otra forma de registrar.',
} as const

export const ownPosition = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(words.unsupported))
    let best: Position | undefined
    const end = (act: () => void) => {
      navigator.geolocation.clearWatch(watch)
      clearTimeout(listening)
      clearTimeout(waiting)
      act()
    }
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        if (best === undefined || accuracy < best.accuracy) best = { latitude, longitude, accuracy }
        const now = best
        if (now.accuracy <= goodMeters) end(() => resolve(now))
      },
      ({ code }) => {
        const known = best
        end(() =>
          known === undefined
            ? reject(new Error(code === 1 ? words.denied : code === 3 ? words.timeout : words.unavailable))
            : resolve(known),
        )
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: patienceMs },
    )
    const listening = setTimeout(() => {
      const known = best
      if (known !== undefined) end(() => resolve(known))
    }, listenMs)
    // A user who ignores the browser's prompt never triggers its own timeout.
    const waiting = setTimeout(() => {
      const known = best
      end(() => (known === undefined ? reject(new Error(words.timeout)) : resolve(known)))
    }, patienceMs)
  })
