import { Search, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { ShowcaseOfNouns } from '#web/shell/showcase-nouns.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Bars, Meter } from '#web/ui/bars.tsx'
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Dialog, Sheet } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Greca, Logo } from '#web/ui/logo.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { Rating, Stars } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { DateStrip, SlotGrid } from '#web/ui/slots.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Steps } from '#web/ui/page/steps.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

const colours = [
  'bg-plaster',
  'bg-surface',
  'bg-sunk',
  'bg-line',
  'bg-edge',
  'bg-ink',
  'bg-barro',
  'bg-barro-soft',
  'bg-jacaranda',
  'bg-jacaranda-soft',
  'bg-agave',
  'bg-agave-soft',
  'bg-maiz',
  'bg-maiz-soft',
  'bg-chile',
  'bg-chile-soft',
  'bg-noche',
]

const days = ['20', '21', '22', '23', '24', '25', '26', '27'].map((day, index) => ({
  date: `2026-11-${day}`,
  weekday: ['vie', 'sáb', 'dom', 'lun', 'mar', 'mié', 'jue', 'vie'][index] ?? '',
  day,
  month: 'nov',
  empty: index === 2,
}))
/** Every component of web/ui, to look at while working on it. */
export default function Showcase() {
  return (
    <div className="page flex flex-col gap-12 py-10">
      <h1 className="text-4xl">Piezas de la casa</h1>
      <Part title="Signo">
        <Logo />
        <Greca className="text-barro" />
      </Part>
      <Part title="Color">
        {colours.map((colour) => (
          <span key={colour} className="flex flex-col gap-1 text-sm">
            <span className={`${colour} h-14 w-24 rounded-md border border-line`} />
            {colour.slice(3)}
          </span>
        ))}
      </Part>
      <Part title="Letra">
        <div className="flex flex-col gap-2">
          <p className="font-display text-5xl font-semibold">Pasa, estás en tu casa</p>
          <p className="font-display text-2xl">Facial profundo con masaje de cuello</p>
          <p className="text-lg">Mira horarios libres de verdad, reserva y paga en minutos.</p>
          <p className="text-[0.9375rem] text-muted">Gratis hasta el miércoles 13, 18:30; después $65.</p>
        </div>
      </Part>
      <Buttons />
      <Fields />
      <Slots />
      <Navigation />
      <Part title="Señales">
        <Badge>Sin verificar</Badge>
        <Badge tone="agave">Confirmada</Badge>
        <Badge tone="maiz">Por pagar</Badge>
        <Badge tone="chile">Cancelada</Badge>
        <Badge tone="jacaranda">Nueva</Badge>
        <Badge tone="barro">Cabina</Badge>
        <Rating value="4.86" count={128} />
        <Stars score={4} />
        <VerificationBadge level={1} />
        <VerificationBadge level={2} withText />
        <VerificationBadge level={3} />
        <Tooltip text="Explica una marca">¿Qué es?</Tooltip>
        <Avatar name="Mariana Robles" src={null} />
        <Avatar name="José Ortiz" src={null} size={72} shape="arch" />
      </Part>
      <Figures />
      <Dialogs />
      <Part title="Estados de una lista">
        <Skeleton className="h-40 w-64" />
        <EmptyState
          icon={<Sparkles />}
          title="Nada por aquí"
          text="Busca y reserva tu primera cita."
          action={<Button>Buscar</Button>}
        />
        <ErrorState text="Error del servidor. Por favor intenta más tarde." onRetry={() => undefined} />
      </Part>
      <ShowcaseOfNouns />
    </div>
  )
}

const Buttons = () => (
  <Part title="Botones">
    <Button>Reservar</Button>
    <Button tone="secondary">Ver Perfil</Button>
    <Button tone="quiet">Ahora no</Button>
    <Button tone="danger">Cancelar cita</Button>
    <Button busy>Pagando</Button>
    <Button disabled>Buscar</Button>
    <Button blocked="La llegada se registra desde 15 minutos antes.">Registrar llegada</Button>
    <IconButton label="Buscar">
      <Search aria-hidden />
    </IconButton>
    <Spinner />
  </Part>
)

const Fields = () => (
  <Part title="Campos">
    <div className="grid w-full max-w-2xl gap-5 sm:grid-cols-2">
      <Field label="Nombre" hint="Como aparece en tu identificación.">
        {(control) => <Input {...control} />}
      </Field>
      <Field label="Correo" error="Escribe un correo completo.">
        {(control) => <Input {...control} defaultValue="lucia@" />}
      </Field>
      <Field label="Categoría">
        {(control) => (
          <Select {...control}>
            <option>Cabello</option>
            <option>Uñas</option>
          </Select>
        )}
      </Field>
      <Field label="Contraseña">{(control) => <PasswordInput {...control} />}</Field>
      <Field label="Nota" required={false}>
        {(control) => <TextArea {...control} />}
      </Field>
      <div>
        <Checkbox label="Quiero factura" defaultChecked />
        <Radio name="r" label="Tarjeta" defaultChecked />
        <Radio name="r" label="SPEI" />
      </div>
    </div>
  </Part>
)

const Slots = () => {
  const [day, setDay] = useState('2026-11-20')
  const [slot, setSlot] = useState('10')
  const [until] = useState(() => new Date(Date.now() + 200_000).toISOString())
  return (
    <Part title="Días y horas">
      <div className="w-full max-w-2xl">
        <DateStrip days={days} chosen={day} onChoose={setDay} />
        <div className="mt-4">
          <SlotGrid
            label="Horarios"
            chosen={slot}
            onChoose={setSlot}
            slots={['9', '10', '11', '12', '16'].map((key) => ({ key, time: `${key}:30`, note: '$650' }))}
          />
        </div>
        <p className="mt-4">
          Apartado por <Countdown until={until} className="font-semibold" />
        </p>
      </div>
    </Part>
  )
}

const Navigation = () => {
  const [tab, setTab] = useState<'hoy' | 'semana'>('hoy')
  return (
    <Part title="Pasos, pestañas, ruta">
      <div className="w-full max-w-2xl">
        <Steps steps={['Servicio', 'Horario', 'Datos', 'Pago']} current={2} />
        <Tabs
          label="Agenda"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'hoy', label: 'Hoy' },
            { value: 'semana', label: 'Semana' },
          ]}
          className="mt-6"
        >
          Contenido de {tab}
        </Tabs>
        <Breadcrumb
          parts={[
            { key: 'a', node: 'Inicio' },
            { key: 'b', node: 'Roma Norte' },
          ]}
        />
      </div>
    </Part>
  )
}

const Figures = () => (
  <Part title="Dinero y cifras">
    <div className="w-full max-w-sm rounded-lg border border-line bg-surface p-5">
      <MoneyLines
        lines={[
          { label: 'Servicio', amountCents: 65000 },
          { label: 'Comisión', amountCents: -6500, detail: '10 %' },
          { label: 'Renta', amountCents: -22500 },
        ]}
        total={{ label: 'Para ti', amountCents: 36000 }}
      />
    </div>
    <div className="w-full max-w-sm">
      <Bars
        label="Ingresos de la semana"
        bars={[3, 5, 0, 8, 6, 9, 4].map((value, index) => ({
          key: String(index),
          name: 'LMMJVSD'.charAt(index),
          value,
          text: `$${value}00`,
          now: index === 4,
        }))}
      />
      <Meter label="Silla 1" share={0.62} text="62 %" />
    </div>
  </Part>
)

const Dialogs = () => {
  const [dialog, setDialog] = useState<'dialog' | 'sheet'>()
  return (
    <Part title="Avisos y diálogos">
      <Button
        tone="secondary"
        onClick={() => toast('Perfil cambiado', 'Ahora estás en tu perfil de Host', 'good')}
      >
        Aviso
      </Button>
      <Button tone="secondary" onClick={() => toastError('Error', 'No se pudo cambiar de perfil')}>
        Aviso de error
      </Button>
      <Button tone="secondary" onClick={() => setDialog('dialog')}>
        Diálogo
      </Button>
      <Button tone="secondary" onClick={() => setDialog('sheet')}>
        Panel
      </Button>
      <Dialog
        open={dialog === 'dialog'}
        onOpenChange={() => setDialog(undefined)}
        title="Cancelar cita"
        description="Se te devuelven $650."
        actions={<Button tone="danger">Cancelar cita</Button>}
      >
        Todavía estás a tiempo.
      </Dialog>
      <Sheet open={dialog === 'sheet'} onOpenChange={() => setDialog(undefined)} title="Filtros">
        Contenido
      </Sheet>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4">
    <h2 className="text-2xl">{title}</h2>
    <div className="flex flex-wrap items-center gap-4">{children}</div>
  </section>
)
