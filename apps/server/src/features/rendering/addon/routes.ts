import { rendering } from '@gridloom/contract/rendering/endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import type { RenderingCtx } from '../ctx.ts'
import { readAddon } from './read-addon.ts'

/** Mounts the add-on for Blender, as a download. */
export function addonRoutes<C extends Pick<RenderingCtx, 'publicUrl'>>(routes: Routes<C>): void {
  routes.download(rendering.addon, (ctx) => readAddon(ctx))
}
