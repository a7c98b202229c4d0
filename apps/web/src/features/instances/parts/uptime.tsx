import type { Instance } from '@gridloom/contract/instances/instance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { useNow } from '../../../browser/clock.ts'
import { uptimeS } from '../cost.ts'

/** The time that an instance ran and was charged, growing while it runs and its machine is online. */
export function Uptime({ instance }: { instance: Instance }) {
  const seconds = uptimeS(instance, useNow())
  return <span className="gl-num">{seconds === 0 ? '–' : formatDuration(seconds)}</span>
}
