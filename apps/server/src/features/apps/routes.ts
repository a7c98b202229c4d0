import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { QuotePorts } from '../market/index.ts'
import type { AppsCtx } from './ctx.ts'
import { launchApp } from './launch-app.ts'
import { listAllApps, listApps, readAnyApp, readApp } from './list-apps.ts'
import { changeApp } from './operator/change-app.ts'
import { createApp } from './operator/create-app.ts'
import { orderApps } from './operator/order-apps.ts'
import { changePicture, readPicture } from './operator/pictures.ts'
import { removeApp } from './operator/remove-app.ts'
import { listPrepared } from './prepared/list-prepared.ts'
import { prepareApp, unprepareApp } from './prepared/prepare-app.ts'
import { quoteApp } from './quote-app.ts'

/** Mounts the `apps` area of the contract. */
export function appRoutes(routes: Routes<AppsCtx>, all: QuotePorts): void {
  const { apps } = api
  routes.on(apps.list, (ctx, { query }) => listApps(ctx, query))
  routes.on(apps.read, (ctx, { params }) => readApp(ctx, params.slug))
  routes.download(apps.picture, (ctx, { params }) => readPicture(ctx, params.hash))
  routes.on(apps.quote, (ctx, { params, body }) =>
    quoteApp(ctx, { slug: params.slug, request: body }, all),
  )
  routes.on(apps.launch, async (ctx, { params, body, header }) => ({
    instance: await launchApp(ctx, {
      ...{ slug: params.slug, launch: body, key: header('idempotency-key') },
    }),
  }))
  routes.on(apps.listPrepared, (ctx, { params }) => listPrepared(ctx, params.id))
  routes.on(apps.prepare, (ctx, { params }) =>
    prepareApp(ctx, { machineId: params.id, slug: params.slug }),
  )
  routes.on(apps.unprepare, async (ctx, { params }) => {
    await unprepareApp(ctx, { machineId: params.id, slug: params.slug })
    return {}
  })
  routes.on(apps.listAll, (ctx) => listAllApps(ctx))
  routes.on(apps.readAny, (ctx, { params }) => readAnyApp(ctx, params.slug))
  routes.on(apps.create, (ctx, { body }) => createApp(ctx, body))
  routes.on(apps.reorder, (ctx, { body }) => orderApps(ctx, body))
  routes.on(apps.change, (ctx, { params, body }) => changeApp(ctx, params.slug, body))
  routes.on(apps.changePicture, (ctx, { params, body }) =>
    changePicture(ctx, { ...params, image: body.image }),
  )
  routes.on(apps.remove, async (ctx, { params }) => {
    await removeApp(ctx, params.slug)
    return {}
  })
}
