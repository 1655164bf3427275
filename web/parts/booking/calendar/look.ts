import type { ClaimKind } from '#contract/booking/agenda/timeline.ts'

/** A kind by colour and by pattern: colour is never the only sign. */
export const looks: Readonly<Record<ClaimKind, string>> = {
  // Darkest, so that it is the filled one without colours.
  booking:
    'bg-jacaranda text-on-jacaranda forced-colors:forced-color-adjust-none forced-colors:bg-[CanvasText] forced-colors:text-[Canvas]',
  rent: 'border-2 border-jacaranda bg-jacaranda-soft text-ink',
  hold: 'border-2 border-dashed border-maiz bg-maiz-soft text-maiz-ink',
  cleaning: 'timeline-dots bg-agave-soft text-agave',
  block: 'timeline-stripes bg-sunk text-ink border border-edge',
  maintenance: 'timeline-stripes bg-maiz-soft text-maiz-ink border border-maiz',
  closure: 'timeline-stripes bg-chile-soft text-chile border border-chile/60',
  // Nothing takes place there, so only an outline.
  team: 'border border-dashed border-agave bg-surface text-agave',
  shut: 'timeline-stripes border border-line bg-sunk text-muted',
  class: 'border-2 border-barro bg-barro-soft text-ink',
  external: 'timeline-dots bg-line text-ink border border-edge',
}
