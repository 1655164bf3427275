/** This browser as a notified device: its name, and its subscription at its push service. */

/** A name to recognize the device by in a list. */
export const deviceName = (): string => {
  const agent = navigator.userAgent
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : 'Navegador'
  const system = /iPhone|iPad/.test(agent)
    ? 'iPhone o iPad'
    : /Android/.test(agent)
      ? 'Android'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS/.test(agent)
          ? 'Mac'
          : 'Linux'
  return `${browser} en ${system}`
}

/** Requests permission and subscribes. Throws errors that the user can act on. */
export const subscribe = async (key: string) => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    throw new Error(
      'Este navegador no recibe avisos. En iPhone, agrega primero Kalli a tu pantalla de inicio.',
    )
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Tu navegador tiene bloqueados los avisos de Kalli. Permítelos en sus ajustes del sitio.')
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => {
      throw new Error('Tu navegador no pudo registrarse para recibir avisos. Revisa tu conexión.')
    })
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined)
    throw new Error('Tu navegador no pudo registrarse para recibir avisos.')
  return { endpoint, publicKey: keys['p256dh'], auth: keys['auth'] }
}
