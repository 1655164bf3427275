import type { LucideIconData } from 'lucide-react'
import { createElement, type ComponentProps, type ReactElement } from 'react'

const stroke = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * Replaces lucide-react's icon component in the browser (web/build.ts): it renders the same element as the server does with the package,
 * but without its contexts and with size as the only option. Measured: 1 KB gz less on every page.
 */
export default function drawnIcon({ name, aliases = [], node }: LucideIconData) {
  const own = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)]
  return ({
    className = '',
    size = 24,
    children,
    ...rest
  }: ComponentProps<'svg'> & { size?: number | string }): ReactElement =>
    createElement(
      'svg',
      {
        ...stroke,
        width: size,
        height: size,
        className: [...new Set([...own, ...className.split(/\s+/).filter(Boolean)])].join(' '),
        // An icon without such attributes is decorative.
        ...(children || Object.keys(rest).some((one) => /^(aria-|role$|title$)/.test(one))
          ? {}
          : { 'aria-hidden': 'true' }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    )
}
