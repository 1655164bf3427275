import { Link } from '@tanstack/react-router'
import { Archive, ArrowDown, ArrowUp, Copy, Ellipsis, Eye, EyeOff, GripVertical } from 'lucide-react'
import { categories } from '#contract/professional/categories.ts'
import { listPriceOf, listPriceText } from '#contract/pricing/shown-price.ts'
import type { OwnService } from '#contract/service/service.ts'
import { ImpactDialog } from '#web/parts/service/impact-dialog.tsx'
import { leaveWords } from '#web/parts/service/leave-words.ts'
import { CopyServiceLink } from '#web/parts/service/visibility-fields.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DragArea, useDrag, useDropZone } from '#web/ui/drag.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useOwnServices, type OwnServices } from '#web/parts/service/use-own-services.ts'

/**
 * The professional's services by category, in the order of the public page: dragged, or moved with two buttons; archived ones are apart.
 */
export const OwnServiceList = ({ all }: { all: readonly OwnService[] }) => {
  const services = useOwnServices(all)
  const { groups, archived, leaving, setLeaving, show, ask, archive } = services
  return (
    <div className="flex flex-col gap-9">
      {groups.map(([category, group]) => (
        <section key={category} aria-label={categories[category]} className="flex flex-col gap-3">
          <h2 className="text-xl">{categories[category]}</h2>
          <DragArea target="nearest">
            <ol className="flex flex-col gap-3">
              {group.map((service, place) => (
                <ServiceRow
                  key={service.id}
                  services={services}
                  group={group}
                  place={place}
                  service={service}
                />
              ))}
            </ol>
          </DragArea>
        </section>
      ))}
      {archived.length === 0 ? null : <ArchivedServices services={archived} show={show} />}
      <ImpactDialog
        {...(leaving === null ? { title: 'Servicio', text: '', action: 'Listo' } : leaveWords(leaving))}
        // Hiding affects no booking.
        impact={leaving?.to === 'hide' ? { ...leaving.impact, upcoming: [] } : (leaving?.impact ?? null)}
        busy={archive.isPending || show.isPending}
        onClose={() => setLeaving(null)}
        onCancelled={() => leaving !== null && ask.mutate(leaving)}
        onConfirm={() => {
          if (leaving?.to === 'archive') archive.mutate(leaving)
          else if (leaving !== null) show.mutate({ service: leaving.service, visibility: 'hidden' })
        }}
      />
    </div>
  )
}

type RowProps = {
  services: OwnServices
  group: readonly OwnService[]
  place: number
  service: OwnService
}

const ServiceRow = (row: RowProps) => {
  const { services, group, place, service } = row
  const { setZone, isOver, dragged } = useDropZone(service.id)
  const from = group.findIndex(({ id }) => id === dragged)
  const { setNode, setHandle, handlers, isDragging } = useDrag({
    id: service.id,
    onDrop: (_, to) =>
      void services.move(
        group,
        place,
        group.findIndex(({ id }) => id === to),
      ),
  })
  return (
    <li
      ref={(element) => {
        setZone(element)
        setNode(element)
      }}
      className={classNames('relative', isOver && from !== place && (from > place ? dropAbove : dropBelow))}
    >
      <Card
        className={classNames(
          'relative flex items-center gap-x-2 py-2.5 transition-opacity hover:bg-sunk',
          isDragging && 'opacity-50',
        )}
      >
        <DragHandle {...row} setHandle={setHandle} handlers={handlers} />
        <About service={service} link />
        <RowActions {...row} />
      </Card>
    </li>
  )
}

const DragHandle = ({
  services: { move },
  group,
  place,
  service,
  setHandle,
  handlers,
}: RowProps & Pick<ReturnType<typeof useDrag>, 'setHandle' | 'handlers'>) => (
  <button
    ref={setHandle}
    type="button"
    aria-label={`Arrastrar ${service.name}`}
    title="Arrastra para cambiar el orden"
    className="relative z-1 -ml-2 inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted hover:bg-sunk"
    {...handlers}
    onKeyDown={({ key: pressed }) => {
      if (pressed === 'ArrowUp') void move(group, place, place - 1)
      if (pressed === 'ArrowDown') void move(group, place, place + 1)
    }}
  >
    <GripVertical aria-hidden className="size-5" />
  </button>
)

/** Every action but editing, which pressing the row does. */
const RowActions = ({
  services: { move, order, show, ask, duplicate },
  group,
  place,
  service,
}: Pick<RowProps, 'services' | 'group' | 'place' | 'service'>) => (
  <div className="relative z-1 -mr-2 flex shrink-0 items-center">
    {/* Offering it again would make it public: visibility is chosen in its form. */}
    {service.visibility === 'by_link' ? <CopyServiceLink id={service.id} name={service.name} /> : null}
    <Menu
      opener={
        <IconButton label={`Más opciones de ${service.name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem disabled={place === 0 || order.isPending} onSelect={() => void move(group, place, place - 1)}>
        <ArrowUp aria-hidden /> Subir
      </MenuItem>
      <MenuItem
        disabled={place === group.length - 1 || order.isPending}
        onSelect={() => void move(group, place, place + 1)}
      >
        <ArrowDown aria-hidden /> Bajar
      </MenuItem>
      {service.visibility === 'by_link' ? null : service.visibility === 'hidden' ? (
        <MenuItem disabled={show.isPending} onSelect={() => show.mutate({ service, visibility: 'visible' })}>
          <Eye aria-hidden /> Ofrecer
        </MenuItem>
      ) : (
        <MenuItem disabled={ask.isPending} onSelect={() => ask.mutate({ service, to: 'hide' })}>
          <EyeOff aria-hidden /> Ocultar
        </MenuItem>
      )}
      <MenuItem onSelect={() => duplicate.mutate(service)}>
        <Copy aria-hidden /> Duplicar
      </MenuItem>
      <MenuItem onSelect={() => ask.mutate({ service, to: 'archive' })}>
        <Archive aria-hidden /> Archivar
      </MenuItem>
    </Menu>
  </div>
)

const ArchivedServices = ({
  services,
  show,
}: {
  services: readonly OwnService[]
  show: OwnServices['show']
}) => (
  <details>
    <summary className="inline-flex min-h-11 items-center font-semibold text-jacaranda-deep underline underline-offset-4">
      Archivados ({services.length})
    </summary>
    <ul className="mt-2 flex flex-col gap-3">
      {services.map((service) => (
        <li key={service.id}>
          <Card className="flex flex-wrap items-center gap-3 py-3.5">
            <About service={service} />
            <Button
              tone="secondary"
              size="small"
              busy={show.isPending && show.variables.service.id === service.id}
              aria-label={`Recuperar ${service.name}`}
              onClick={() => show.mutate({ service, visibility: 'hidden' })}
            >
              Recuperar
            </Button>
          </Card>
        </li>
      ))}
    </ul>
  </details>
)

/** A line at the drop position. */
const dropAbove =
  'before:absolute before:inset-x-2 before:-top-2 before:h-1 before:rounded-full before:bg-jacaranda'
const dropBelow =
  'after:absolute after:inset-x-2 after:-bottom-2 after:h-1 after:rounded-full after:bg-jacaranda'

const About = ({ service, link = false }: { service: OwnService; link?: boolean }) => (
  <div className="min-w-0 flex-1">
    <p className="flex flex-wrap items-center gap-x-2 font-semibold">
      {link ? (
        <Link
          {...paths.services({ edit: service.id })}
          aria-label={`Editar ${service.name}`}
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          {service.name}
        </Link>
      ) : (
        service.name
      )}
      {service.visibility === 'visible' || service.archived ? null : (
        <Badge tone="maiz">{service.visibility === 'by_link' ? 'Por enlace' : 'Oculto'}</Badge>
      )}
    </p>
    <p className="text-sm text-muted">
      {service.classRule === null ? '' : `Clase de hasta ${service.classRule.capacity} · `}
      {durationText(service.durationMinutes)} · {listPriceText(listPriceOf(service))}
      {service.upcoming === 0
        ? ''
        : service.upcoming === 1
          ? ' · 1 cita por venir'
          : ` · ${service.upcoming} citas por venir`}
    </p>
  </div>
)
