/**
 * The look of the widget. A constructed sheet needs no permission of the page's policy; the page changes it by custom properties
 * (`--kalli-color`, …) and by `::part`.
 */
const light =
  '--f:#fffdf9;--t:#2a1d15;--m:#665446;--b:#e5d9c8;--e:#8f7c68;--s:#f2e9dc;--r:#b0261c;--a:#5a449b;--o:#fdfbff'
const dark =
  '--f:#241c18;--t:#f6ede3;--m:#c4b3a4;--b:#3d312a;--e:#8f7d70;--s:#2d2420;--r:#ff9488;--a:#b9a6f0;--o:#1d1433'

const text = `
:host{display:block;${light};color-scheme:light;text-align:start;line-height:1.45;font-size:1rem}
:host([hidden]){display:none}
@media(prefers-color-scheme:dark){:host(:not([tema=claro])){${dark};color-scheme:dark}}
:host([tema=oscuro]){${dark};color-scheme:dark}
*{box-sizing:border-box}
[hidden]{display:none!important}
.k{background:var(--kalli-fondo,var(--f));color:var(--kalli-texto,var(--t));border:1px solid var(--kalli-borde,var(--b));border-radius:var(--kalli-radio,14px);font-family:var(--kalli-letra,inherit);padding:16px;min-height:9rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;line-height:1.25;margin:0 0 12px;font-weight:600}
p{margin:0}
ul{list-style:none;margin:0;padding:0}
button,a.h,a.b{font:inherit;color:inherit;cursor:pointer;border-radius:calc(var(--kalli-radio,14px)*.6);border:1px solid var(--kalli-borde,var(--e));background:none;min-height:44px;padding:8px 12px;text-decoration:none}
button:focus-visible,a:focus-visible,h2:focus-visible{outline:3px solid currentColor;outline-offset:2px}
.l{display:grid;gap:8px}
.v{width:100%;display:flex;gap:12px;align-items:baseline;justify-content:space-between;text-align:start;padding:12px}
.v b,.v small{display:block}
.m,small{color:var(--kalli-texto-suave,var(--m));font-size:.875rem}
.n{white-space:nowrap;font-weight:600;font-variant-numeric:tabular-nums}
.p{padding:12px 0 4px;display:grid;gap:10px}
.d{display:flex;flex-wrap:wrap;gap:6px}
.d button{padding:6px 10px}
.x,.d [aria-pressed=true],a.b,.g{background:var(--kalli-color,var(--a))!important;border-color:var(--kalli-color,var(--a))!important;color:var(--kalli-color-texto,var(--o))!important;font-weight:600}
.g small{color:inherit}
.h-l{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:8px}
a.h{display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center;line-height:1.25;height:100%}
a.h:hover,button:hover{border-color:currentColor}
a.h b{font-variant-numeric:tabular-nums}
a.b{display:inline-flex;align-items:center}
.e{color:var(--r);font-weight:600}
.f{margin-top:14px;font-size:.875rem;display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between;color:var(--kalli-texto-suave,var(--m))}
.f a,.p>a:not(.b){color:inherit;text-decoration:underline;text-underline-offset:3px;padding:10px 0}
.w{display:block;height:44px;border-radius:8px;background:var(--s)}
.s{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.x{position:fixed;z-index:2147483000;bottom:calc(16px + env(safe-area-inset-bottom));right:16px;padding:12px 20px;min-height:52px;border-radius:999px;box-shadow:0 4px 18px rgb(0 0 0/.3);font-family:var(--kalli-letra,inherit)}
:host([lado=izquierda]) .x{right:auto;left:16px}
dialog{padding:0;border:0;background:none;color:inherit;width:min(34rem,calc(100vw - 24px));max-height:calc(100vh - 24px);margin:auto;border-radius:var(--kalli-radio,14px)}
dialog::backdrop{background:rgb(0 0 0/.55)}
dialog .t{display:flex;justify-content:flex-end;background:var(--kalli-fondo,var(--f));color:var(--kalli-texto,var(--t));padding:8px 8px 0;border-radius:var(--kalli-radio,14px) var(--kalli-radio,14px) 0 0}
dialog .k{border:0;border-radius:0 0 var(--kalli-radio,14px) var(--kalli-radio,14px)}
@media(prefers-reduced-motion:no-preference){.w{animation:w 1.4s ease-in-out infinite}@keyframes w{50%{opacity:.5}}}
@media(forced-colors:active){.d [aria-pressed=true]{outline:2px solid}}
`

let sheet: CSSStyleSheet | undefined

export const styled = (root: ShadowRoot) => {
  sheet ??= new CSSStyleSheet()
  if (sheet.cssRules.length === 0) sheet.replaceSync(text)
  root.adoptedStyleSheets = [sheet]
}

/** `color="#7a3db8"`: with black or white on it, the more readable of the two. Anything but six hexadecimal digits is ignored. */
export const colourOf = (value: string | null) => {
  const hex = /^#?([\da-f]{6})$/i.exec(value?.trim() ?? '')?.[1]
  if (hex === undefined) return null
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // Where both are equally far away, by WCAG's formula.
  return { colour: `#${hex}`, on: 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff' }
}
