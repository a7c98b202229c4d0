import { volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import { handleValue } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import type { InstanceVolumes } from './index.ts'

/** Serves the volumes of the machine. */
export function volumeRoutes(volumes: InstanceVolumes): Route[] {
  return [
    handleValue(volumeCalls.create, ({ params, body, signal }) =>
      volumes.create({ ...params, ...body }, signal),
    ),
    handleValue(volumeCalls.list, ({ signal }) => volumes.list(signal)),
    handleValue(volumeCalls.remove, async ({ params, signal }) => {
      await volumes.remove(params.volume, signal)
    }),
  ]
}
