/** This browser as a notified device: its name, and its subscription at its own push service. */

/** Enough to know it by in a list. */
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

/** Asks the person and then the browser. Throws what the person can do about it. */
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
