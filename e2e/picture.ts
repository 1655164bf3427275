import type { Page } from '@playwright/test'

/** The smallest accepted picture, drawn in the browser. */
export const picture = async (page: Page) => {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 120
    canvas.height = 90
    canvas.getContext('2d')?.fillRect(20, 20, 60, 40)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }
}
