import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { formatPerHour } from '../../../ui/format/money.ts'
import { useRestartInstance } from '../api/restart-instance.ts'
import { useStartInstance } from '../api/start-instance.ts'
import { useStopInstance } from '../api/stop-instance.ts'
import { possibleActions } from '../instance-actions.ts'
import { MoveDialog } from '../snapshots/move-dialog.tsx'
import { DestroyDialog } from './destroy-dialog.tsx'

/** Start, stop, restart and destroy, as far as they make sense now; start names the price. */
export function InstanceButtons({ instance }: { instance: Instance }) {
  const [asking, ask] = useDisclosure(false)
  const [moving, move] = useDisclosure(false)
  const stop = useStopInstance(instance.id)
  const restart = useRestartInstance(instance.id)
  const can = possibleActions(instance)
  return (
    <>
      {can.start && <StartButton instance={instance} />}
      {can.stop && (
        <Button
          leftSection={<IconPlayerStop size={15} />}
          loading={stop.isPending}
          title={`The disk is kept for ${formatPerHour(instance.stopped_micro_usd_per_hour)}`}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      )}
      {can.restart && (
        <Button
          leftSection={<IconRefresh size={15} />}
          loading={restart.isPending}
          onClick={() => restart.mutate()}
        >
          Restart
        </Button>
      )}
      {can.move && (
        <Button leftSection={<IconArrowsExchange size={15} />} onClick={move.open}>
          Move
        </Button>
      )}
      {moving && <MoveDialog instance={instance} close={move.close} />}
      {can.destroy && (
        <Button color="red" leftSection={<IconTrash size={15} />} onClick={ask.open}>
          Destroy
        </Button>
      )}
      <DestroyDialog instance={instance} opened={asking} onClose={ask.close} />
    </>
  )
}

function StartButton({ instance }: { instance: Instance }) {
  const start = useStartInstance(instance.id)
  return (
    <Button
      variant="filled"
      leftSection={<IconPlayerPlay size={15} />}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      Start for {formatPerHour(instance.running_micro_usd_per_hour)}
    </Button>
  )
}
