import { BellRing } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** One button that turns a search's alert on and off, so that it keeps the focus, with its status. */
export const AlertSwitch = ({
  isOn,
  text,
  isBusy,
  problem,
  onPress,
}: {
  isOn: boolean
  /** Shown while it is on. */
  text: string
  isBusy: boolean
  problem: Error | null
  onPress: () => void
}) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span role="status" className={isOn ? 'text-[0.9375rem] text-agave' : 'sr-only'}>
      {isOn ? text : ''}
    </span>
    <Button tone={isOn ? 'quiet' : 'secondary'} size="small" busy={isBusy} onClick={onPress}>
      {isOn ? (
        'Ya no me avises'
      ) : (
        <>
          <BellRing aria-hidden className="size-4.5" />
          Avísame
        </>
      )}
    </Button>
    {problem === null ? null : (
      <span role="alert" className="w-full text-[0.9375rem] font-medium text-chile">
        {problem.message}
      </span>
    )}
  </span>
)
