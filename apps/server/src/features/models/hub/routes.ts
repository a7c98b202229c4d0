import { models } from '@gridloom/contract/models/endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import type { ModelsCtx } from '../ctx.ts'
import { listServed } from '../serving/list-served.ts'
import { readEngines } from '../serving/read-engines.ts'
import { serveModel } from '../serving/serve-model.ts'
import { stopServing } from '../serving/stop-serving.ts'
import { listModels, readModel } from './list-models.ts'
import { putModel } from './put-model.ts'
import { removeModel } from './remove-model.ts'

/** Mounts the routes of the catalogue, and of the models that one's own machines serve. */
export function modelRoutes<C extends ModelsCtx>(routes: Routes<C>): void {
  routes.on(models.list, async (ctx) => ({ models: await listModels(ctx) }))
  routes.on(models.read, (ctx, { params }) => readModel(ctx, params.model))
  routes.on(models.put, (ctx, { params, body }) => putModel(ctx, params.model, body))
  routes.on(models.remove, async (ctx, { params }) => {
    await removeModel(ctx, params.model)
    return {}
  })
  routes.on(models.listServed, (ctx, { params }) => listServed(ctx, params.id))
  routes.on(models.readEngines, (ctx, { params }) => readEngines(ctx, params.id))
  routes.on(models.serve, (ctx, { params, body: order }) =>
    serveModel(ctx, { machineId: params.id, modelId: params.model, order }),
  )
  routes.on(models.stopServing, async (ctx, { params }) => {
    await stopServing(ctx, { machineId: params.id, modelId: params.model })
    return {}
  })
}
