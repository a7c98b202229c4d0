import type { ContainerRuntime } from '../../runtime/port.ts'
import type { InstanceContext } from '../context.ts'

/** What sessions need of the instances' context. */
export type SessionContext = Pick<InstanceContext, 'clock' | 'log' | 'random'> & {
  runtime: Pick<ContainerRuntime, 'openSession' | 'hangUpSessions' | 'hasPath' | 'dialFramed'>
}
