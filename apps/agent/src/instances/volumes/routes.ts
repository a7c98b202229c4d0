import type { Clock } from '@gridloom/async/clock'
import { volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import { handleDuplex, handleValue } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import { answerOf } from '../sessions/answer-of.ts'
import type { InstanceVolumes } from './index.ts'

/** Serves the volumes of the machine. */
export function volumeRoutes(volumes: InstanceVolumes, clock: Clock): Route[] {
  return [
    handleValue(volumeCalls.create, ({ params, body, signal }) =>
      volumes.create({ ...params, ...body }, signal),
    ),
    handleValue(volumeCalls.list, ({ signal }) => volumes.list(signal)),
    handleDuplex(volumeCalls.session, clock, async ({ params, body, signal }) =>
      answerOf(await volumes.openSession(params, body, signal), { clock, signal }),
    ),
    handleValue(volumeCalls.remove, async ({ params, signal }) => {
      await volumes.remove(params.volume, signal)
    }),
  ]
}
