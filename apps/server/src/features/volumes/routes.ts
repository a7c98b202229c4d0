import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { createVolume } from './create-volume.ts'
import type { VolumesCtx } from './ctx.ts'
import { listVolumes, readVolume } from './read-volumes.ts'
import { removeVolume } from './remove-volume.ts'

/** Mounts the `volumes` area of the contract. */
export function volumeRoutes(routes: Routes<VolumesCtx>): void {
  const { volumes } = api
  routes.on(volumes.create, (ctx, { body }) => createVolume(ctx, body))
  routes.on(volumes.list, (ctx) => listVolumes(ctx))
  routes.on(volumes.read, (ctx, { params }) => readVolume(ctx, params.id))
  routes.on(volumes.remove, async (ctx, { params }) => {
    await removeVolume(ctx, params.id)
    return {}
  })
}
